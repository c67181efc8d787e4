import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import { phraseKey, type TrackedPhrase } from './tracked-phrase.ts'

/** The keyword of a line. */
export type LineKeyword = TrackedPhrase & { line: number }

/** The lines of a text that are not empty, trimmed and numbered from 1. CRLF ends a line too. */
export function linesOf(text: string): { line: number; text: string }[] {
  return text
    .split('\n')
    .map((part, i) => ({ line: i + 1, text: part.trim() }))
    .filter((part) => part.text !== '')
}

/** A line that adds no keyword; its text is cut to the length of a keyword. */
export function skippedLine(line: number, keyword: string, code: SkippedLine['code']): SkippedLine {
  return { line, keyword: [...keyword.toWellFormed().slice(0, 500)].slice(0, 200).join(''), code }
}

/** Takes the first `room` new keywords in the order of their lines; one that is known or on an earlier line is a duplicate. */
export function takeInOrder<K extends LineKeyword>(
  keywords: readonly K[],
  known: ReadonlySet<string>,
  room: number,
): { taken: K[]; skipped: SkippedLine[] } {
  const seen = new Set(known)
  const taken: K[] = []
  const skipped: SkippedLine[] = []
  for (const keyword of keywords) {
    const key = phraseKey(keyword)
    const isNew = !seen.has(key)
    seen.add(key)
    if (isNew && taken.length < room) taken.push(keyword)
    else skipped.push(skippedLine(keyword.line, keyword.phrase, isNew ? 'plan_limit_reached' : 'duplicate'))
  }
  return { taken, skipped }
}

/** Each keyword once, by its first line with a rank. */
export function firstRanked<K extends LineKeyword, R>(
  keywords: readonly (K & { rank: R | null })[],
): (K & { rank: R })[] {
  const first = new Map<string, K & { rank: R }>()
  for (const keyword of keywords) {
    const { rank } = keyword
    const key = phraseKey(keyword)
    if (rank !== null && !first.has(key)) first.set(key, { ...keyword, rank })
  }
  return [...first.values()]
}
