import type { FallRow } from '@rts/shared/contract/rows/page-standing'
import { type BlockKind, blockKinds } from '@rts/shared/contract/rows/results-page'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Records } from '../database.sql.ts'
import { kindsOf } from '../history/history.ts'
import { listNotes, toNoteRow } from '../notes/notes.ts'
import { listCompetitors, type Site, siteOf } from '../sites/sites.ts'
import { type ComparedDayDeps, comparedDay } from './compared-day.ts'
import { readPositionsBy, readRanksBetween } from './earlier-ranks.sql.ts'
import { askStandings, readFirstCheck, readUnfallen } from './questions.sql.ts'
import { listPageDates, type PageDate } from './results-pages.sql.ts'
import { comparable, maxDates, type OwnerOf, ownersOf, readPage, type StoredPage } from './results-pages.ts'
import { pageChanges } from './rules/page-changes.ts'
import { cameAhead, largestFall, newBlocks, passersOf } from './rules/page-standings.ts'
import { readRivalRanks, type Standing } from './standings.sql.ts'

type FallDeps = ComparedDayDeps & { records: Records }
type Day = Awaited<ReturnType<typeof comparedDay>>
type Known = Pick<FallRow, 'previousUrl' | 'passedBy'>

/** The keywords that fell furthest, and what changed meanwhile on their stored results pages and on those of others. */
export function fallHandlers({ records, ...deps }: FallDeps) {
  const { db } = deps
  /** Which competitors passed each keyword since, and with which address it ranked then. */
  async function knownOf(site: Site, keywords: readonly Standing[], then: Day): Promise<(id: string) => Known> {
    const rivals = await listCompetitors(db, site.id)
    const ids = keywords.map(({ id }) => id)
    const domainIds = rivals.map(({ id }) => id)
    const [ranks, earlier, own] = await Promise.all([
      readRivalRanks(db, rivals, ids),
      readPositionsBy(db, ids, domainIds, then),
      readRanksBetween(db, ids, then.from, then.until),
    ])
    const before = new Map(earlier.map(({ keywordId, domainId, position }) => [`${keywordId} ${domainId}`, position]))
    const known = keywords.map(({ id, position, previousPosition }, i): [string, Known] => {
      const theirs = (ranks[i] ?? []).flatMap(([n, now]) => {
        const was = before.get(`${id} ${domainIds[n]}`)
        return was === undefined ? [] : [{ domain: rivals[n]?.domain ?? '', position: now, previousPosition: was }]
      })
      const passedBy = passersOf(theirs, { position: position ?? 0, previousPosition: previousPosition ?? 0 })
      return [id, { passedBy, previousUrl: own[i]?.url ?? null }]
    })
    const byId = new Map(known)
    return (id) => byId.get(id) ?? { passedBy: [], previousUrl: null }
  }

  async function fallOf(siteId: string, fall: FallRow, then: Day, ownerOf: OwnerOf): Promise<FallRow> {
    const dates = await listPageDates(db, siteId, fall.keywordId, maxDates)
    const [latest] = dates
    const earlier = dates.find(({ at }) => at <= then.until && at >= then.from)
    if (!latest || !earlier || latest === earlier) return fall
    const read = ({ at }: PageDate) => readPage(db, siteId, fall.keywordId, at.toISOString())
    const [before, now] = await Promise.all([read(earlier), read(latest)])
    const changes = pageChanges(comparable(before), comparable(now)).filter(({ host }) => ownerOf(host) !== 'own')
    const ranks = { position: latest.position, previousPosition: earlier.position }
    return {
      ...fall,
      isCompared: true,
      largestFall: largestFall(dates.filter(({ at }) => at >= earlier.at)),
      cameAhead: cameAhead(changes, ranks).map((ahead) => ({ ...ahead, owner: ownerOf(ahead.host) })),
      ownBefore: addressesOf(before, ownerOf),
      ownNow: addressesOf(now, ownerOf),
      newBlocks: newBlocks(blockKinds, before.blocks.kinds, now.blocks.kinds),
    }
  }

  return {
    'falls.list': async ({ params, query: { since, part: q = '', limit: take }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const then = await comparedDay(deps, site, since)
      const question = { q, filter: 'down', sort: 'change', then, skip: 0, take } as const
      const [{ rows, sums }, firstCheckedOn, ownerOf, notes, others] = await Promise.all([
        askStandings(db, site.id, question),
        readFirstCheck(db, site.id, q),
        ownersOf(db, site),
        listNotes(records, site.id),
        readUnfallen(db, site.id, q, then),
      ])
      const known = await knownOf(site, rows, then)
      const falls: FallRow[] = []
      // One after the other: each unpacks two pages.
      for (const keyword of rows)
        falls.push(await fallOf(site.id, { ...uncompared(keyword), ...known(keyword.id) }, then, ownerOf))
      return {
        summary: sums.counts,
        firstCheckedOn,
        rows: falls,
        unfallen: unfallenOf(others),
        notes: notes.map(toNoteRow).filter(({ day }) => day >= since),
        total: sums.total,
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function unfallenOf(others: Awaited<ReturnType<typeof readUnfallen>>) {
  const sum = (groups: typeof others) => groups.reduce((all, { keywords }) => all + keywords, 0)
  const having = (kind: BlockKind) => sum(others.filter(({ blocks }) => kindsOf(blocks)?.includes(kind)))
  const blocks = blockKinds.map((kind) => ({ kind, keywords: having(kind) }))
  const known = sum(others.filter(({ blocks }) => blocks !== null))
  return { keywords: sum(others), known, blocks: blocks.filter(({ keywords }) => keywords > 0) }
}

function uncompared({ id: keywordId, phrase: keyword, position, previousPosition, url }: Standing) {
  const unknown = { largestFall: null, cameAhead: [], ownBefore: [], ownNow: [], newBlocks: [], isCompared: false }
  return { keywordId, keyword, position, previousPosition, url, ...unknown }
}

function addressesOf({ results }: StoredPage, ownerOf: OwnerOf) {
  return results.filter(({ host }) => ownerOf(host) === 'own').map(({ url, position }) => ({ url, position }))
}
