import type { FallRow } from '@rts/shared/contract/rows/page-standing'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { listNotes, toNoteRow } from '../notes/notes.ts'
import { siteOf } from '../sites/sites.ts'
import { type ComparedDayDeps, comparedDay } from './compared-day.ts'
import { askStandings, readFirstCheck } from './questions.sql.ts'
import { listPageDates, type PageDate } from './results-pages.sql.ts'
import { pageChanges } from './rules/page-changes.ts'
import { cameAhead, largestFall, newBlocks } from './rules/page-standings.ts'
import type { Standing } from './standings.sql.ts'
import { comparable, mostDates, type OwnerOf, ownersOf, readPage, type StoredPage } from './stored-pages.ts'

type FallDeps = ComparedDayDeps & { db: Database; records: Records }
type Day = { from: Date; until: Date }

/** The keywords that fell furthest, and what their stored results pages say about why. */
export function fallHandlers({ db, records, ...deps }: FallDeps) {
  async function fallOf(siteId: string, keyword: Standing, then: Day, ownerOf: OwnerOf): Promise<FallRow> {
    const dates = await listPageDates(db, siteId, keyword.id, mostDates)
    const [latest] = dates
    const earlier = dates.find(({ at }) => at <= then.until && at >= then.from)
    if (!latest || !earlier || latest === earlier) return uncompared(keyword)
    const read = ({ at }: PageDate) => readPage(db, siteId, keyword.id, at.toISOString())
    const [before, now] = await Promise.all([read(earlier), read(latest)])
    const changes = pageChanges(comparable(before), comparable(now)).filter(({ host }) => ownerOf(host) !== 'own')
    const ranks = { position: latest.position, previousPosition: earlier.position }
    return {
      ...uncompared(keyword),
      isCompared: true,
      largestFall: largestFall(dates.filter(({ at }) => at >= earlier.at)),
      cameAhead: cameAhead(changes, ranks).map((ahead) => ({ ...ahead, owner: ownerOf(ahead.host) })),
      ownBefore: addressesOf(before, ownerOf),
      ownNow: addressesOf(now, ownerOf),
      newBlocks: newBlocks(before.blocks.kinds, now.blocks.kinds),
    }
  }

  return {
    'falls.list': async ({ params, query: { since, part: q = '', limit: take }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const then = await comparedDay(deps, site, since)
      const question = { q, filter: 'down', sort: 'change', then, skip: 0, take } as const
      const [{ rows, sums }, firstCheckedOn, ownerOf, notes] = await Promise.all([
        askStandings(db, site.id, question),
        readFirstCheck(db, site.id, q),
        ownersOf(db, site),
        listNotes(records, site.id),
      ])
      const falls: FallRow[] = []
      // One after the other: each unpacks two pages.
      for (const keyword of rows) falls.push(await fallOf(site.id, keyword, then, ownerOf))
      return {
        summary: sums.counts,
        firstCheckedOn,
        rows: falls,
        notes: notes.map(toNoteRow).filter(({ day }) => day >= since),
        total: sums.total,
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function uncompared({ id: keywordId, phrase: keyword, position, previousPosition, url }: Standing): FallRow {
  const unknown = { largestFall: null, cameAhead: [], ownBefore: [], ownNow: [], newBlocks: [], isCompared: false }
  return { keywordId, keyword, position, previousPosition, url, ...unknown }
}

function addressesOf({ results }: StoredPage, ownerOf: OwnerOf) {
  return results.filter(({ host }) => ownerOf(host) === 'own').map(({ url, position }) => ({ url, position }))
}
