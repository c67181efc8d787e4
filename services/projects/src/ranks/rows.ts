import type { ComparisonRow, CompetitorRow, OverviewRow } from '@rts/shared/contract/rows/rank'
import { toLastCheck } from '../keywords/keywords.ts'
import { changeOf } from './rules/comparable.ts'
import type { RivalRank, Standing } from './standings.sql.ts'

export function toRow(row: Standing): OverviewRow {
  const { id, position, previousPosition, best, url, frozen } = row
  const change = changeOf(previousPosition, position)
  const ranks = { position, previousPosition, change, best, url }
  return { id, ...trackedOf(row), ...ranks, ...checkOf(row), frozen }
}

export function toTaggedRow(row: Standing) {
  return { ...toRow(row), tags: row.tags }
}

/** The same beside the ranks of competitors; nulls before the first check of one. */
export function toComparisonRows(
  rows: readonly Standing[],
  rivals: readonly CompetitorRow[],
  ranks: readonly RivalRank[][],
): ComparisonRow[] {
  return rows.map((row, i) => {
    const { id: keywordId, position, previousPosition, url } = row
    const own = { position, previousPosition, change: changeOf(previousPosition, position), url }
    const competitors = rivalRows(rivals, ranks[i] ?? [])
    return { keywordId, ...trackedOf(row), ...own, ...checkOf(row), competitors }
  })
}

function trackedOf({ phrase: keyword, country, language, device, location }: Standing) {
  return { keyword, country, language, device, location }
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
  const { checkedAt, depth, source, sandbox } = row
  const check = { checkedAt: checkedAt?.toISOString() ?? null, depth, source, lastCheck: toLastCheck(row) }
  return sandbox ? { ...check, sandbox } : check
}

export function toWeighed({ country, language, identity, position }: Standing) {
  return { weighsWith: `${country} ${language} ${identity}`, position }
}
