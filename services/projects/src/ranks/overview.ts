import { type Clock, utcDay } from '@rts/shared/clock'
import type { MovementRow } from '@rts/shared/contract/rows/series'
import { Sliced } from '@rts/shared/contract/sliced'
import { askedList } from '@rts/shared/cursor'
import { invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { countKeywords, findKeywordPlace } from '../keywords/keywords.ts'
import {
  changedSince,
  cursorBehind,
  rowsBefore,
  rowsOfSlice,
  type SliceRequest,
  sliceRequest,
  slicesOf,
} from '../lists/lists.ts'
import { listCompetitors, siteOf } from '../sites/sites.ts'
import { type EarlierRank, readRanksBefore } from './earlier-ranks.sql.ts'
import { toComparisonRows, toRow } from './rows.ts'
import { changeOf } from './rules/change.ts'
import { countsForDays, daysBetween, firstDay } from './rules/daily.ts'
import { dayColumns, requirePageOfDays } from './rules/day-columns.ts'
import { type Tally, visibilityScore } from './rules/visibility.ts'
import { readDailyPositions, readOwnDomain } from './series.sql.ts'
import { listOrdered, listStandings, readRivalRanks, readTally, type Standing } from './standings.sql.ts'

export function overviewHandlers({ db, records, clock }: { db: Database; records: Records; clock: Clock }) {
  async function dated(siteId: string, dates: readonly string[]) {
    const domainId = await readOwnDomain(db, siteId)
    return async (rows: Standing[]) => {
      const ids = rows.map(({ id }) => id)
      const asked = { siteId, keywordIds: ids, since: new Date(dates[0] ?? 0) }
      const found = await readDailyPositions(db, asked, domainId)
      const columns = dayColumns(ids, dates, found)
      return rows.map((row, i) => ({ ...toRow(row), positions: columns[i] ?? [] }))
    }
  }

  return {
    'overview.get': async ({ params, query, caller }) => {
      const { id: siteId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('overview', query, (id) => findKeywordPlace(records, siteId, id))
      const { since, head } = await changedSince(db, query)
      const slice = rowsOfSlice(query.days ?? 0)
      const read = (part: SliceRequest) => listStandings(db, siteId, part, since)
      // A page that holds all keywords is their tally too. A list without a limit may be long: its slices wait for their turn.
      const take = query.limit && Math.min(query.limit, slice)
      const first = take === undefined ? undefined : await read({ ...request, take })
      const isWhole = first?.isLast && request.after === null && since === null
      const tallies = isWhole ? first.rows.map(tallyOf) : await readTally(db, siteId)
      const total = since === null ? sum(tallies) : await countKeywords(records, siteId, since)
      const score = visibilityScore(tallies)
      const paging = { ...request, slice }
      if (query.days === undefined) {
        const present = (rows: Standing[]) => rows.map(toRow)
        return new Sliced('keywords', { score, total, ...head }, slicesOf('overview', paging, read, present, first))
      }
      requirePageOfDays(query.days, Math.min(request.take, total))
      const today = utcDay(clock.now())
      const dates = daysBetween(firstDay(today, query.days), today)
      const slices = slicesOf('overview', paging, read, await dated(siteId, dates), first)
      return new Sliced('keywords', { score, dates, total, ...head }, slices)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function tallyOf({ position }: Standing): Tally {
  return { position, keywords: 1 }
}

function sum(tallies: readonly Tally[]): number {
  return tallies.reduce((total, { keywords }) => total + keywords, 0)
}

type MovementDeps = { db: Database; records: Records; rhythmDays(accountId: string): Promise<number> }

export function movementHandlers({ db, records, rhythmDays }: MovementDeps) {
  return {
    'movements.list': async ({ params, query: { days, ...paging }, caller }) => {
      const { id: siteId, accountId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('movements', paging, (id) => findKeywordPlace(records, siteId, id))
      const reach = countsForDays(await rhythmDays(accountId))
      const [earlier, tallies] = await Promise.all([readRanksBefore(db, siteId, days, reach), readTally(db, siteId)])
      const rankThen = new Map(earlier.map((rank) => [rank.keywordId, rank]))
      const read = (part: SliceRequest) => listStandings(db, siteId, part)
      const present = (rows: Standing[]) => rows.map((row) => toMovementRow(row, rankThen.get(row.id)))
      const slices = slicesOf('movements', { ...request, slice: rowsOfSlice(0) }, read, present)
      const total = tallies.reduce((sum, tally) => sum + tally.keywords, 0)
      return new Sliced('keywords', { score: visibilityScore(tallies), total }, slices)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function toMovementRow(row: Standing, then: EarlierRank | undefined): MovementRow {
  const previousPosition = then?.position ?? null
  const change = changeOf(previousPosition, row.position)
  return { ...toRow(row), previousPosition, previousUrl: then?.url ?? null, change }
}

const pageSize = 200

/** A site's keywords beside its competitors: in their order, or in the order of somebody's ranks. */
export function comparisonHandlers({ db, records }: { db: Database; records: Records }) {
  return {
    'rankComparison.list': async ({ params, query, caller }) => {
      const { id: siteId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('rank-compare', query, (id) => findKeywordPlace(records, siteId, id))
      const [total, rivals] = await Promise.all([countKeywords(records, siteId), listCompetitors(db, siteId)])
      const read = (part: SliceRequest) => listStandings(db, siteId, part)
      const present = async (rows: Standing[]) => {
        const ids = rows.map(({ id }) => id)
        return toComparisonRows(rows, rivals, await readRivalRanks(db, rivals, ids))
      }
      const slices = slicesOf('rank-compare', { ...request, slice: rowsOfSlice(rivals.length) }, read, present)
      return new Sliced('rows', { competitors: rivals, total }, slices)
    },

    'comparedRanks.list': async ({ params, query: { cursor, ...asked }, caller }) => {
      const { sort, isDown, q } = asked
      const { id: siteId } = await siteOf(db, caller, params.id)
      const rivals = await listCompetitors(db, siteId)
      if (sort !== 'keyword' && sort !== 'you' && !rivals.some(({ id }) => id === sort))
        throw invalidField('sort', 'is neither "keyword" nor "you" nor a competitor of the site', 'query')
      const domainId = sort === 'keyword' ? null : sort === 'you' ? await readOwnDomain(db, siteId) : sort
      const list = askedList('compared', asked)
      const order = { domainId, isDown, q, skip: rowsBefore(list, cursor), take: pageSize }
      const { rows, total } = await listOrdered(db, siteId, order)
      const ids = rows.map(({ id }) => id)
      const compared = toComparisonRows(rows, rivals, await readRivalRanks(db, rivals, ids))
      return { competitors: rivals, rows: compared, total, nextCursor: cursorBehind(list, order, total) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
