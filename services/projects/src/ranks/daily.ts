import type { Clock } from '@rts/shared/clock'
import type { SiteSummaryRow } from '@rts/shared/contract/rows/series'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AccountStore } from '../accounts/accounts.sql.ts'
import type { NoteStore } from '../notes/notes.sql.ts'
import type { CompetitorStore } from '../sites/competitors.sql.ts'
import type { Site, SiteStore } from '../sites/sites.sql.ts'
import { cursorAfter, scopeOf, siteOf, sliceRequest } from '../sites/sites.ts'
import type { DailyStore } from './daily.sql.ts'
import { noteRowOf, siteRowOf } from './rows.ts'
import {
  countsForDays,
  type DayTally,
  dayOf,
  daysBetween,
  firstDay,
  rates,
  reachOf,
  running,
  scoreOn,
  shareOn,
  uncheckedOn,
} from './rules/daily.ts'
import { visibilityOf } from './rules/visibility.ts'
import type { SeriesStore } from './series.sql.ts'
import type { Standings, SummaryStore } from './summaries.sql.ts'

export type DailyHandlerDeps = {
  sites: SiteStore
  summaries: SummaryStore
  daily: DailyStore
  series: SeriesStore
  competitors: CompetitorStore
  /** The days between two checks of an account. */
  accounts: Pick<AccountStore, 'rhythmDays'>
  notes: NoteStore
  clock: Clock
}

const summaryDays = 30

/** Sites day by day. */
export function dailyHandlers({
  sites,
  summaries,
  daily,
  series,
  competitors,
  accounts,
  notes,
  clock,
}: DailyHandlerDeps) {
  async function read(accountId: string, domainIds: readonly string[], length: number) {
    const until = dayOf(clock.now())
    const window = { from: firstDay(until, length), until, reachDays: reachOf(await accounts.rhythmDays(accountId)) }
    const steps = Map.groupBy(await daily.steps(domainIds, window, rates), ({ domainId }) => domainId)
    const days = daysBetween(window.from, until)
    return { days, talliesOf: (domainId: string) => running(days, steps.get(domainId) ?? []) }
  }

  return {
    'siteSummaries.list': async ({ query, caller }) => {
      const scope = scopeOf(caller)
      const request = await sliceRequest('site-summaries', query, (id) => sites.placeOf(scope, id))
      const [total, slice] = await Promise.all([sites.count(scope), sites.list(scope, request)])
      const compared = { days: query.days, countsForDays: countsForDays(await accounts.rhythmDays(scope.accountId)) }
      const standings = await summaries.standings(
        slice.rows.map(({ id }) => id),
        { rates, ...compared },
      )
      const { talliesOf } = await read(
        scope.accountId,
        standings.map(({ domainId }) => domainId),
        summaryDays,
      )
      const standingOf = new Map(standings.map((each) => [each.siteId, each]))
      const rows = slice.rows.flatMap((site) => {
        const standing = standingOf.get(site.id)
        return standing ? [summaryOf(site, standing, talliesOf(standing.domainId))] : []
      })
      return { sites: rows, total, nextCursor: cursorAfter('site-summaries', slice) }
    },

    'visibility.list': async ({ params, query, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const own = await series.ownDomain(site.id)
      const rivals = query.hosts === 'own' ? [] : await competitors.list(site)
      const { days, talliesOf } = await read(site.accountId, [own, ...rivals.map(({ id }) => id)], query.days)
      const hosts = [
        { competitorId: null, domain: site.domain, tallies: talliesOf(own) },
        ...rivals.map(({ id, domain }) => ({ competitorId: id, domain, tallies: talliesOf(id) })),
      ]
      const counted = talliesOf(own)
      const noted = (await notes.list(site)).map(noteRowOf)
      return {
        days,
        notes: noted.filter(({ day }) => day >= (days[0] ?? '')),
        counts: { ...countsOf(counted), unchecked: uncheckedOn(days, counted, await daily.tracked(site.id)) },
        hosts: hosts.map(({ tallies, ...host }) => ({
          ...host,
          scores: tallies.map(scoreOn),
          shares: tallies.map(shareOn),
        })),
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function countsOf(tallies: readonly DayTally[]) {
  const column = (i: number) => tallies.map(({ counts }) => counts[i] ?? 0)
  return {
    notFound: column(0),
    top3: column(1),
    top10: column(2),
    top20: column(3),
    top50: column(4),
    top100: column(5),
  }
}

function summaryOf(
  site: Site,
  { siteId: _, domainId: __, clicks, checkedAt, ...counts }: Standings,
  tallies: readonly DayTally[],
): SiteSummaryRow {
  const checked = counts.keywords - counts.waiting
  return {
    ...siteRowOf(site),
    ...counts,
    score: visibilityOf(clicks, checked),
    scores: tallies.map(scoreOn),
    checkedAt: checkedAt?.toISOString() ?? null,
  }
}
