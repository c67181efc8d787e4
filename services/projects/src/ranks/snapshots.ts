import { type Clock, dayMs } from '@rts/shared/clock'
import type { NotableChangeRow, PassRow } from '@rts/shared/contract/rows/advice'
import { mapInSteps } from '@rts/shared/scheduling'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { readFact, unpackPage } from '../history/history.ts'
import { countKeywords, findKeywordPlace } from '../keywords/keywords.ts'
import { cursorAfter, type PagingQuery, sliceRequest } from '../lists/lists.ts'
import { listCompetitors, type Site, siteOf } from '../sites/sites.ts'
import { type EarlierRank, readRanksBetween } from './earlier-ranks.sql.ts'
import { listNotableChanges, listPasses, type NotableChange, type Pass } from './notable-changes.sql.ts'
import { readRankColumns, readRivalPositions, readRivalUrls, readVersion } from './rank-columns.sql.ts'
import { type LatestPage, readLatestPages } from './results-pages.sql.ts'

const snapshotPage = 1_000
const shownUrls = 10
const pagesAtOnce = 50
/** Longer than the pause between two weekly checks. */
const earlierWindowDays = 10

/** A site as other services read it: its keywords in columns, a page at a time. */
export function snapshotHandlers({ db, records, clock }: { db: Database; records: Records; clock: Clock }) {
  async function read(list: string, site: Site, query: PagingQuery) {
    const page = { ...query, limit: query.limit ?? snapshotPage }
    const request = await sliceRequest(list, page, (keywordId) => findKeywordPlace(records, site.id, keywordId))
    const [total, slice] = await Promise.all([countKeywords(records, site.id), readRankColumns(db, site.id, request)])
    const { isLast } = slice
    const { blocks, ...known } = slice.columns
    const columns = { ...known, aiOverviews: blocks.map((facts) => readFact(facts, 'ai_overview')) }
    const nextCursor = cursorAfter(list, { rows: columns.ids.slice(-1).map((id) => ({ id })), isLast })
    return { columns, ids: columns.ids, paged: { total, nextCursor } }
  }

  async function rivalColumns(siteId: string, ids: readonly string[]) {
    const rivals = await listCompetitors(db, siteId)
    const columns = await readRivalPositions(db, rivals, ids)
    return rivals.map(({ id, domain }, i) => ({ id, domain, positions: columns[i] ?? [] }))
  }

  async function readEarlier(ids: readonly string[], days: number) {
    const until = new Date(clock.now().getTime() - days * dayMs)
    const from = new Date(until.getTime() - earlierWindowDays * dayMs)
    return earlierColumns(await readRanksBetween(db, ids, from, until))
  }

  return {
    'keywords.snapshot': async ({ params, query: { hosts, earlierDays, ...query }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const version = query.cursor === undefined ? await readVersion(db, site.id) : null
      const { columns, ids, paged } = await read('snapshot', site, query)
      const [rivals, ...earlier] = await Promise.all([
        hosts === 'all' ? rivalColumns(site.id, ids) : [],
        ...earlierDays.map((days) => readEarlier(ids, days)),
      ])
      return { ...columns, competitors: rivals, earlier, version, ...paged }
    },

    'rivalUrls.snapshot': async ({ params, body, caller }) => {
      const rivals = await listCompetitors(db, (await siteOf(db, caller, params.id)).id)
      const columns = await readRivalUrls(db, rivals, body.ids)
      return { competitors: rivals.map(({ id }, i) => ({ id, urls: columns[i] ?? [] })) }
    },

    'pages.snapshot': async ({ params, query, caller }) => {
      const { ids, paged } = await read('pages', await siteOf(db, caller, params.id), query)
      const pages = await mapInSteps(await readLatestPages(db, ids), pagesAtOnce, firstOf)
      return { ...pageColumns(pages), ...paged }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function earlierColumns(ranks: readonly EarlierRank[]) {
  return {
    positions: ranks.map((rank) => rank.position),
    depths: ranks.map((rank) => rank.depth),
    urls: ranks.map((rank) => rank.url),
    checkedAts: ranks.map((rank) => rank.checkedAt?.toISOString() ?? null),
  }
}

function firstOf({ hosts, details, baseHosts, baseDetails, ...page }: LatestPage) {
  const stored = hosts && unpackPage({ hosts, details, baseHosts, baseDetails })
  const { urls, questions } = stored ?? { urls: [], questions: [] }
  return { ...page, urls: urls.slice(0, shownUrls), questions }
}

function pageColumns(pages: readonly ReturnType<typeof firstOf>[]) {
  return {
    ids: pages.map((page) => page.keywordId),
    urls: pages.map((page) => page.urls),
    questions: pages.map((page) => page.questions),
    fetchedAts: pages.map((page) => page.fetchedAt?.toISOString() ?? null),
  }
}

/** A pass is news for a week, and the check before it may be a week older. */
const passDays = 15
/** Of each: an answer over the broker has eight megabytes. */
const max = 5_000

export function notableChangeHandlers({ db, clock }: { db: Database; clock: Clock }) {
  return {
    'notableChanges.snapshot': async ({ params, query: { days }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const since = (ago: number) => new Date(clock.now().getTime() - ago * dayMs)
      const [own, passes] = await Promise.all([
        listNotableChanges(db, site.id, since(days), max),
        listPasses(db, site.id, since(Math.min(days, passDays)), max),
      ])
      return { changes: own.map(toNotableChangeRow), passes: passes.map(toPassRow) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function toNotableChangeRow({ at, beforeAt, beforePosition, beforeUrl, ...change }: NotableChange): NotableChangeRow {
  const before = { at: beforeAt.toISOString(), position: beforePosition, url: beforeUrl }
  return { ...change, at: at.toISOString(), before }
}

function toPassRow({ at, beforeAt, beforePosition, beforeOwn, ...pass }: Pass): PassRow {
  const before = { at: beforeAt.toISOString(), position: beforePosition, own: beforeOwn }
  return { ...pass, at: at.toISOString(), before }
}
