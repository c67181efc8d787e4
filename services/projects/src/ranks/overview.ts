import type { Clock } from '@rts/shared/clock'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { KeywordStore } from '../keywords/keyword-store.ts'
import { changedSince } from '../lists/changed-since.ts'
import type { Horizon } from '../lists/horizon.sql.ts'
import { rowsOfSlice, slicesOf } from '../lists/lists.ts'
import type { Site, SiteStore, SliceRequest } from '../sites/sites.sql.ts'
import { siteOf, sliceRequest } from '../sites/sites.ts'
import { overviewRowOf } from './rows.ts'
import { dayOf, daysBetween, firstDay } from './rules/daily.ts'
import { dayColumns, requirePageOfDays } from './rules/day-columns.ts'
import { type Tally, visibilityScore } from './rules/visibility.ts'
import type { SeriesStore } from './series.sql.ts'
import type { Standing, StandingStore } from './standings.sql.ts'

export type OverviewHandlerDeps = {
  sites: SiteStore
  keywords: KeywordStore
  standings: StandingStore
  series: SeriesStore
  horizon: Horizon
  clock: Clock
}

export function overviewHandlers({ sites, keywords, standings, series, horizon, clock }: OverviewHandlerDeps) {
  /** Adds the positions of each day to the rows. */
  async function dated(site: Site, dates: readonly string[]) {
    const domainId = await series.ownDomain(site.id)
    return async (rows: Standing[]) => {
      const ids = rows.map(({ id }) => id)
      const found = await series.daily(site.id, ids, domainId, new Date(dates[0] ?? 0))
      const columns = dayColumns(ids, dates, found)
      return rows.map((row, i) => ({ ...overviewRowOf(row), positions: columns[i] ?? [] }))
    }
  }

  return {
    'overview.get': async ({ params, query, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const request = await sliceRequest('overview', query, (id) => keywords.placeOf(site, id))
      const { since, head } = await changedSince(horizon, query)
      const slice = rowsOfSlice(query.days ?? 0)
      const read = (part: SliceRequest) => standings.list(site.id, part, since)
      // A page that holds all keywords is their tally too. A list without a limit may be long: its slices wait for their turn.
      const take = query.limit && Math.min(query.limit, slice)
      const first = take === undefined ? undefined : await read({ ...request, take })
      const isWhole = first?.isLast && request.after === null && since === null
      const tallies = isWhole ? first.rows.map(tallyOf) : await standings.tally(site.id)
      const total = since === null ? sum(tallies) : await keywords.count(site, since)
      const score = visibilityScore(tallies)
      const paging = { ...request, slice }
      if (query.days === undefined) {
        const present = (rows: Standing[]) => rows.map(overviewRowOf)
        return new Sliced('keywords', { score, total, ...head }, slicesOf('overview', paging, read, present, first))
      }
      requirePageOfDays(query.days, Math.min(request.take, total))
      const today = dayOf(clock.now())
      const dates = daysBetween(firstDay(today, query.days), today)
      const slices = slicesOf('overview', paging, read, await dated(site, dates), first)
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
