import type { MovementRow } from '@rts/shared/contract/rows/series'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { findKeywordPlace } from '../keywords/keywords.ts'
import { rowsOfSlice, type SliceRequest, sliceRequest, slicesOf } from '../lists/lists.ts'
import { kindsOf, reachOf, readFact } from '../rank-checks/rank-checks.ts'
import { siteOf } from '../sites/sites.ts'
import { type EarlierRank, readRanksBefore, readRanksOfSite } from './earlier-ranks.sql.ts'
import { toRow } from './rows.ts'
import { changeOf } from './rules/change.ts'
import { isComparable } from './rules/comparable.ts'
import { visibilityScore } from './rules/visibility.ts'
import { listStandings, readTally, type Standing } from './standings.sql.ts'

type MovementDeps = { db: Database; records: Records; rhythmDays(accountId: string): Promise<number> }
type Compared = { days?: number | undefined; from?: string | undefined; until?: string | undefined }
type Ranks = ReadonlyMap<string, EarlierRank>

export function movementHandlers({ db, records, rhythmDays }: MovementDeps) {
  /** The ranks at the end of a UTC day, as long as they counted. */
  async function ranksOn(siteId: string, day: string, reachDays: number): Promise<Ranks> {
    return byKeyword(await readRanksOfSite(db, siteId, { until: new Date(`${day}T23:59:59.999Z`), reachDays }))
  }

  /** The ranks that are compared with the earlier ones: the present ones, or those of another day. */
  async function ranksOf(siteId: string, reachDays: number, { days = 1, from, until }: Compared) {
    const tallies = await readTally(db, siteId)
    const total = tallies.reduce((sum, tally) => sum + tally.keywords, 0)
    if (from === undefined || until === undefined) {
      const then = byKeyword(await readRanksBefore(db, siteId, days, reachDays))
      return { then, total, score: visibilityScore(tallies), rankOf: (row: Standing) => row }
    }
    const [then, now] = await Promise.all([ranksOn(siteId, from, reachDays), ranksOn(siteId, until, reachDays)])
    const score = visibilityScore([...now.values()].map(({ position }) => ({ position, keywords: 1 })))
    return { then, total, score, rankOf: (row: Standing) => ({ ...row, ...(now.get(row.id) ?? unchecked) }) }
  }

  return {
    'movements.list': async ({ params, query: { days, from, until, ...paging }, caller }) => {
      const { id: siteId, accountId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('movements', paging, (id) => findKeywordPlace(records, siteId, id))
      const reach = reachOf(await rhythmDays(accountId))
      const { then, total, score, rankOf } = await ranksOf(siteId, reach, { days, from, until })
      const read = (part: SliceRequest) => listStandings(db, siteId, part)
      const present = (rows: Standing[]) => rows.map((row) => toMovementRow(rankOf(row), then.get(row.id)))
      const slices = slicesOf('movements', { ...request, slice: rowsOfSlice(0) }, read, present)
      return new Sliced('keywords', { score, total }, slices)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function byKeyword(ranks: readonly EarlierRank[]): Ranks {
  return new Map(ranks.map((rank) => [rank.keywordId, rank]))
}

const unchecked = { position: null, depth: null, url: null, checkedAt: null }

function toMovementRow(row: Standing, then: EarlierRank | undefined): MovementRow {
  const previousPosition = then?.position ?? null
  const change = changeOf(previousPosition, row.position)
  const comparable = isComparable(row, { position: previousPosition, depth: then?.depth ?? null })
  return {
    ...toRow(row),
    previousPosition,
    previousUrl: then?.url ?? null,
    change,
    comparable,
    tags: row.tags,
    ...blocksOfRow(row),
  }
}

function blocksOfRow({ blocks }: Standing) {
  return {
    blocks: kindsOf(blocks),
    aiOverview: readFact(blocks, 'ai_overview'),
    aiCited: readFact(blocks, 'ai_cited'),
    snippet: readFact(blocks, 'snippet'),
    ownSnippet: readFact(blocks, 'own_snippet'),
  }
}
