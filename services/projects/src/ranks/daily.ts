import { type Clock, utcDay } from '@rts/shared/clock'
import type { SiteSummaryRow } from '@rts/shared/contract/rows/series'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { uncarried, usualRange } from '@rts/shared/tremble'
import type { Records } from '../database.sql.ts'
import { type DayTally, daysBetween, firstDay, reachOf, readTallies } from '../history/history.ts'
import { cursorAfter, sliceRequest } from '../lists/lists.ts'
import { listNotes, toNoteRow } from '../notes/notes.ts'
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
import { addedOn, courseOf, daysBefore, uncheckedOn } from './rules/daily.ts'
import { comparedOf, visibilityOf } from './rules/visibility.ts'
import { readOwnDomain } from './series.sql.ts'

type DailyDeps = { db: Database; records: Records; rhythmDays(accountId: string): Promise<number>; clock: Clock }

const summaryDays = 30

export function dailyHandlers({ db, records, rhythmDays, clock }: DailyDeps) {
  async function read(accountId: string, domainIds: readonly string[], length: number, tag?: string) {
    const until = utcDay(clock.now())
    const from = firstDay(until, length + daysBefore)
    const tallies = await readTallies(
      db,
      domainIds,
      { from, until, reachDays: reachOf(await rhythmDays(accountId)) },
      { tag },
    )
    const all = daysBetween(from, until)
    const talliesOf = (domainId: string) => tallies.get(domainId) ?? []
    const courseOn = (domainId: string, tracked: readonly { day: string; n: number }[]) => {
      const { carried, ...course } = courseOf(all, talliesOf(domainId), tracked)
      return { ...course, ...(carried.includes(true) && { carried }) }
    }
    return {
      days: all.slice(daysBefore),
      talliesOf: (domainId: string) => talliesOf(domainId).slice(daysBefore),
      courseOn,
    }
  }

  return {
    'siteSummaries.list': async ({ query, caller }) => {
      const scope = scopeOf(caller)
      const request = await sliceRequest('site-summaries', query, (id) => findSitePlace(records, scope, id))
      const [total, slice] = await Promise.all([countSites(records, scope), listSites(db, scope, request)])
      const compared = { days: query.days, reachDays: reachOf(await rhythmDays(scope.accountId)) }
      const siteIds = slice.rows.map(({ id }) => id)
      const found = await readSiteFigures(db, siteIds, compared)
      const domainIds = found.map(({ domainId }) => domainId)
      const [{ days, courseOn }, tracked] = await Promise.all([
        read(scope.accountId, domainIds, summaryDays),
        countTracked(db, siteIds, null),
      ])
      const trackedOf = Map.groupBy(tracked, ({ siteId }) => siteId)
      const figuresOf = new Map(found.map((each) => [each.siteId, each]))
      const rows = slice.rows.flatMap((site) => {
        const figures = figuresOf.get(site.id)
        if (!figures) return []
        const added = trackedOf.get(site.id) ?? []
        const { shares: _, ...course } = courseOn(figures.domainId, added)
        return [
          {
            ...toSummaryRow(site, figures),
            ...course,
            usual: usualRange(uncarried(course.scores, course.carried), addedOn(days, added)),
          },
        ]
      })
      return { sites: rows, total, nextCursor: cursorAfter('site-summaries', slice) }
    },

    'visibility.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const own = await readOwnDomain(db, site.id)
      const rivals = query.hosts === 'own' ? [] : await listCompetitors(db, site.id)
      const { days, talliesOf, courseOn } = await read(
        site.accountId,
        [own, ...rivals.map(({ id }) => id)],
        query.days,
        query.tag,
      )
      const counted = talliesOf(own)
      const tracked = await countTracked(db, [site.id], query.tag ?? null)
      const course = courseOn(own, tracked)
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
        usual: usualRange(uncarried(course.scores, course.carried), added),
        hosts: [
          { competitorId: null, domain: site.domain, ...course },
          ...rivals.map(({ id, domain }) => ({ competitorId: id, domain, ...courseOn(id, tracked) })),
        ],
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
  {
    siteId: _,
    domainId: __,
    clicks,
    phrases,
    clicksNow,
    clicksBefore,
    phrasesKnown,
    known,
    added,
    checkedAt,
    ...counts
  }: SiteFigures,
): Omit<SiteSummaryRow, 'scores'> {
  return {
    ...toSiteRow(site),
    ...counts,
    score: visibilityOf({ clicks, phrases }),
    checkedAt: checkedAt?.toISOString() ?? null,
    compared: comparedOf({ clicks: clicksNow, clicksBefore, phrases: phrasesKnown, keywords: known, added }),
  }
}
