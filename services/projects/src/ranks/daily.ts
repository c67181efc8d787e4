import { clickRates } from '@rts/shared/clicks'
import { type Clock, utcDay } from '@rts/shared/clock'
import type { SiteSummaryRow } from '@rts/shared/contract/rows/series'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { usualRange } from '@rts/shared/tremble'
import type { Records } from '../database.sql.ts'
import { cursorAfter, sliceRequest } from '../lists/lists.ts'
import { listNotes, toNoteRow } from '../notes/notes.ts'
import { type DayTally, daysBetween, firstDay, reachOf, readTallies } from '../rank-checks/rank-checks.ts'
import {
  countSites,
  findSitePlace,
  listCompetitors,
  listSites,
  type Site,
  scopeOf,
  siteOf,
  toSiteRow,
} from '../sites/sites.ts'
import { countTracked, readSiteFigures, type SiteFigures } from './daily.sql.ts'
import { addedOn, scoreOn, shareOn, uncheckedOn } from './rules/daily.ts'
import { comparedOf, visibilityOf } from './rules/visibility.ts'
import { readOwnDomain } from './series.sql.ts'

type DailyDeps = { db: Database; records: Records; rhythmDays(accountId: string): Promise<number>; clock: Clock }

const summaryDays = 30

export function dailyHandlers({ db, records, rhythmDays, clock }: DailyDeps) {
  async function read(accountId: string, domainIds: readonly string[], length: number, tag?: string) {
    const until = utcDay(clock.now())
    const window = { from: firstDay(until, length), until, reachDays: reachOf(await rhythmDays(accountId)) }
    const tallies = await readTallies(db, domainIds, window, { tag })
    return { days: daysBetween(window.from, until), talliesOf: (domainId: string) => tallies.get(domainId) ?? [] }
  }

  return {
    'siteSummaries.list': async ({ query, caller }) => {
      const scope = scopeOf(caller)
      const request = await sliceRequest('site-summaries', query, (id) => findSitePlace(records, scope, id))
      const [total, slice] = await Promise.all([countSites(records, scope), listSites(db, scope, request)])
      const compared = { days: query.days, reachDays: reachOf(await rhythmDays(scope.accountId)) }
      const siteIds = slice.rows.map(({ id }) => id)
      const found = await readSiteFigures(db, siteIds, { rates: clickRates, ...compared })
      const domainIds = found.map(({ domainId }) => domainId)
      const [{ days, talliesOf }, tracked] = await Promise.all([
        read(scope.accountId, domainIds, summaryDays),
        countTracked(db, siteIds, null),
      ])
      const trackedOf = Map.groupBy(tracked, ({ siteId }) => siteId)
      const figuresOf = new Map(found.map((each) => [each.siteId, each]))
      const rows = slice.rows.flatMap((site) => {
        const figures = figuresOf.get(site.id)
        if (!figures) return []
        const row = toSummaryRow(site, figures, talliesOf(figures.domainId))
        return [{ ...row, usual: usualRange(row.scores, addedOn(days, trackedOf.get(site.id) ?? [])) }]
      })
      return { sites: rows, total, nextCursor: cursorAfter('site-summaries', slice) }
    },

    'visibility.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const own = await readOwnDomain(db, site.id)
      const rivals = query.hosts === 'own' ? [] : await listCompetitors(db, site.id)
      const { days, talliesOf } = await read(
        site.accountId,
        [own, ...rivals.map(({ id }) => id)],
        query.days,
        query.tag,
      )
      const hosts = [
        { competitorId: null, domain: site.domain, tallies: talliesOf(own) },
        ...rivals.map(({ id, domain }) => ({ competitorId: id, domain, tallies: talliesOf(id) })),
      ]
      const counted = talliesOf(own)
      const tracked = await countTracked(db, [site.id], query.tag ?? null)
      const added = addedOn(days, tracked)
      const noted = (await listNotes(records, site.id)).map(toNoteRow)
      return {
        days,
        notes: noted.filter(({ day }) => day >= (days[0] ?? '')),
        counts: {
          ...countsOf(counted),
          unchecked: uncheckedOn(days, counted, tracked),
          added,
        },
        usual: usualRange(counted.map(scoreOn), added),
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

function toSummaryRow(
  site: Site,
  { siteId: _, domainId: __, clicks, clicksNow, clicksBefore, known, added, checkedAt, ...counts }: SiteFigures,
  tallies: readonly DayTally[],
): SiteSummaryRow {
  const checked = counts.keywords - counts.waiting
  return {
    ...toSiteRow(site),
    ...counts,
    score: visibilityOf(clicks, checked),
    scores: tallies.map(scoreOn),
    checkedAt: checkedAt?.toISOString() ?? null,
    compared: comparedOf({ clicks: clicksNow, clicksBefore, keywords: known, added }),
  }
}
