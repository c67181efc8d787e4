import { type Clock, dayMs } from '@rts/shared/clock'
import type { MovementRow } from '@rts/shared/contract/rows/series'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { kindsOf, reachOf, readFact } from '../history/history.ts'
import { findKeywordPlace } from '../keywords/keywords.ts'
import { rowsOfSlice, type SliceRequest, sliceRequest, slicesOf } from '../lists/lists.ts'
import { siteOf } from '../sites/sites.ts'
import { type EarlierRank, readQuartiles, readRanksBefore, readRanksOfSite } from './earlier-ranks.sql.ts'
import { toRow } from './rows.ts'
import { changeOf, isComparable } from './rules/comparable.ts'
import { medianDays, mediansOf } from './rules/medians.ts'
import { comparedScore, visibilityOf, visibilityScore } from './rules/visibility.ts'
import { listStandings, readSums, type Standing } from './standings.sql.ts'

type MovementDeps = { db: Database; records: Records; rhythmDays(accountId: string): Promise<number>; clock: Clock }
type Compared = { days?: number | undefined; from?: string | undefined; until?: string | undefined }
type Known = EarlierRank & { position: number; weighsWith: string }
type Ranks = ReadonlyMap<string, Known>

export function movementHandlers({ db, records, rhythmDays, clock }: MovementDeps) {
  /** The ranks at the end of a UTC day, as long as they counted. */
  async function ranksOn(siteId: string, day: string, reachDays: number): Promise<Ranks> {
    return byKeyword(await readRanksOfSite(db, siteId, { until: endOf(day), reachDays }))
  }

  /** The ranks that are compared with the earlier ones: the present ones, or those of another day. */
  async function ranksOf(siteId: string, reachDays: number, { days = 1, from, until }: Compared) {
    const { keywords: total, checked, ...earned } = await readSums(db, siteId)
    if (from === undefined || until === undefined) {
      const earlier = await readRanksBefore(db, siteId, days, reachDays)
      const known = earlier.map(({ weighsWith, now, position }) => ({ weighsWith, now, before: position }))
      const compared = comparedScore(known, checked)
      const then = byKeyword(earlier)
      return { then, total, score: visibilityOf(earned), compared, rankOf: (row: Standing) => row }
    }
    const [then, now] = await Promise.all([ranksOn(siteId, from, reachDays), ranksOn(siteId, until, reachDays)])
    const known = [...now.values()].flatMap(({ keywordId, weighsWith, position }) => {
      const earlier = then.get(keywordId)
      return earlier ? [{ weighsWith, now: position, before: earlier.position }] : []
    })
    const score = visibilityScore([...now.values()])
    const rankOf = (row: Standing) => ({ ...row, ...(now.get(row.id) ?? unchecked) })
    return { then, total, score, compared: comparedScore(known, now.size), rankOf }
  }

  /** The medians of each keyword's checks before two times, of days that do not overlap. */
  async function mediansBefore(siteId: string, rhythm: number, { days: apart = 1, from, until }: Compared) {
    const days = medianDays(rhythm)
    const now = until === undefined ? clock.now() : endOf(until)
    const then = from === undefined ? new Date(now.getTime() - apart * dayMs) : endOf(from)
    const before = new Date(Math.min(then.getTime(), now.getTime() - days * dayMs))
    const found = await readQuartiles(db, siteId, before, now, days)
    return new Map(found.map(({ keywordId, ...quartiles }) => [keywordId, mediansOf(quartiles, days)]))
  }

  return {
    'movements.list': async ({ params, query: { days, from, until, medians, ...paging }, caller }) => {
      const { id: siteId, accountId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('movements', paging, (id) => findKeywordPlace(records, siteId, id))
      const rhythm = await rhythmDays(accountId)
      const reach = reachOf(rhythm)
      const mediansOfEach = medians && (await mediansBefore(siteId, rhythm, { days, from, until }))
      const { then, total, score, compared, rankOf } = await ranksOf(siteId, reach, { days, from, until })
      const read = (part: SliceRequest) => listStandings(db, siteId, part)
      const present = (rows: Standing[]) =>
        rows.map((row) => ({
          ...toMovementRow(rankOf(row), then.get(row.id)),
          ...(mediansOfEach && { medians: mediansOfEach.get(row.id) ?? null }),
        }))
      const slices = slicesOf('movements', { ...request, slice: rowsOfSlice(0) }, read, present)
      return new Sliced('keywords', { score, compared, total }, slices)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function byKeyword(ranks: readonly Known[]): Ranks {
  return new Map(ranks.map((rank) => [rank.keywordId, rank]))
}

function endOf(day: string): Date {
  return new Date(Date.parse(day) + dayMs - 1)
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
