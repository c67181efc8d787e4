import type { Clock } from '@rts/shared/clock'
import type { PositionSeries } from '@rts/shared/contract/rows/series'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AccountStore } from '../accounts/accounts.sql.ts'
import type { NoteStore } from '../notes/notes.sql.ts'
import type { CompetitorStore } from '../sites/competitors.sql.ts'
import type { SiteStore } from '../sites/sites.sql.ts'
import { siteOf } from '../sites/sites.ts'
import { failedCheckRowOf, noteRowOf } from './rows.ts'
import { dayOf, daysBetween, firstDay } from './rules/daily.ts'
import { dayColumns } from './rules/day-columns.ts'
import type { Check, SeriesStore } from './series.sql.ts'

export type SeriesHandlerDeps = {
  sites: SiteStore
  series: SeriesStore
  competitors: CompetitorStore
  notes: NoteStore
  /** The days between two checks of an account. */
  accounts: Pick<AccountStore, 'rhythmDays'>
  clock: Clock
}

const sparkDays = 30
const mostFailures = 1_000
/** More lines could not be told apart on a chart. */
const mostRivals = 5

/** Keywords over time, several in one call. */
export function seriesHandlers({ sites, series, competitors, notes, accounts, clock }: SeriesHandlerDeps) {
  const since = (days: number) => new Date(firstDay(dayOf(clock.now()), days))
  return {
    'positions.list': async ({ params, query: { keywordIds, hosts, days }, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const rivals = hosts === 'own' ? [] : (await competitors.list(site)).slice(0, mostRivals)
      const shown = [{ id: await series.ownDomain(site.id), domain: site.domain }, ...rivals]
      const from = since(days)
      const ids = shown.map(({ id }) => id)
      const [checks, failures, noted, rhythmDays, dues] = await Promise.all([
        series.checks(site.id, keywordIds, ids, from),
        series.failures(site.id, keywordIds, from, mostFailures),
        notes.list(site),
        accounts.rhythmDays(site.accountId),
        series.nextChecks(site.id, keywordIds),
      ])
      const byLine = Map.groupBy(checks, ({ keywordId, domainId }) => `${keywordId} ${domainId}`)
      const lines = keywordIds.flatMap((keywordId) =>
        shown.map(({ id, domain }, i) => {
          const line = { keywordId, competitorId: i === 0 ? null : id, domain }
          return { ...line, ...columnsOf(byLine.get(`${keywordId} ${id}`) ?? []) }
        }),
      )
      return {
        series: lines,
        failures: failures.map((row) => ({ keywordId: row.keywordId, ...failedCheckRowOf(row) })),
        notes: noted.filter(({ day }) => day >= from).map(noteRowOf),
        rhythmDays,
        nextCheckAts: keywordIds.map((id) => dues.get(id)?.toISOString() ?? null),
      }
    },

    'sparks.list': async ({ params, query: { keywordIds }, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const today = dayOf(clock.now())
      const days = daysBetween(firstDay(today, sparkDays), today)
      const found = await series.daily(site.id, keywordIds, await series.ownDomain(site.id), since(sparkDays))
      return { ids: keywordIds, positions: dayColumns(keywordIds, days, found) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function columnsOf(checks: readonly Check[]): Omit<PositionSeries, 'keywordId' | 'competitorId' | 'domain'> {
  return {
    ats: checks.map(({ checkedAt }) => checkedAt.toISOString()),
    positions: checks.map(({ position }) => position),
    urls: checks.map(({ url }) => url),
    depths: checks.map(({ depth }) => depth),
    sources: checks.map(({ source }) => source),
    sandboxes: checks.map(({ sandbox }) => sandbox),
  }
}
