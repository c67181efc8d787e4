import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Figures, figureNames, type KeywordRow } from '../rules/figures.ts'

/**
 * Rows of several providers as one list, each phrase once: the first that knows it gives its figures, a later one those that are
 * still unknown, and is named beside it for that.
 */
export function mergeRows(parts: readonly (readonly KeywordRow[])[]): KeywordRow[] {
  const merged = new Map<string, KeywordRow>()
  for (const row of parts.flat()) {
    const key = phraseIdentity(row.phrase)
    const known = merged.get(key)
    merged.set(key, known ? filled(known, row) : row)
  }
  return [...merged.values()]
}

function filled(known: KeywordRow, other: KeywordRow): KeywordRow {
  const lacking = figureNames.filter((field) => isUnknown(known[field]) && !isUnknown(other[field]))
  if (lacking.length === 0) return known
  const more = Object.fromEntries(lacking.map((field) => [field, other[field]]))
  const sources = new Set([...known.source.split('+'), ...other.source.split('+')])
  return { ...known, ...more, source: [...sources].join('+'), sandbox: known.sandbox || other.sandbox }
}

function isUnknown(figure: Figures[keyof Figures]): boolean {
  return figure === null || (Array.isArray(figure) && figure.length === 0)
}
