import type { ComparisonRow, CompetitorRow, OverviewRow } from '@rts/shared/contract/rows/rank'
import { toLastCheck } from '../keywords/keywords.ts'
import { changeOf } from './rules/change.ts'
import type { RivalRank, Standing } from './standings.sql.ts'

export function toRow(row: Standing): OverviewRow {
  const { id, phrase: keyword, country, language, position, previousPosition, best, url, frozen } = row
  const change = changeOf(previousPosition, position)
  const ranks = { position, previousPosition, change, best, url }
  return { id, keyword, country, language, ...ranks, ...checkOf(row), frozen }
}

/** The same beside the ranks of competitors; nulls before the first check of one. */
export function toComparisonRows(
  rows: readonly Standing[],
  rivals: readonly CompetitorRow[],
  ranks: readonly RivalRank[][],
): ComparisonRow[] {
  return rows.map((row, i) => {
    const { id: keywordId, phrase: keyword, country, language, position, previousPosition, url } = row
    const own = { position, previousPosition, change: changeOf(previousPosition, position), url }
    const competitors = rivalRows(rivals, ranks[i] ?? [])
    return { keywordId, keyword, country, language, ...own, ...checkOf(row), competitors }
  })
}

const unseen = { position: null, previousPosition: null, change: null, url: null }

function rivalRows(rivals: readonly CompetitorRow[], ranks: readonly RivalRank[]): ComparisonRow['competitors'] {
  const rows = rivals.map(({ id, domain }) => ({ id, domain, ...unseen }))
  for (const [place, position, previousPosition, url] of ranks) {
    const row = rows[place]
    if (row) Object.assign(row, { position, previousPosition, change: changeOf(previousPosition, position), url })
  }
  return rows
}

function checkOf(row: Standing) {
  const check = { checkedAt: row.checkedAt?.toISOString() ?? null, source: row.source, lastCheck: toLastCheck(row) }
  return row.sandbox ? { ...check, sandbox: row.sandbox } : check
}
