import type { Clock } from '@rts/shared/clock'
import type { ComparisonRow, OverviewRow } from '@rts/shared/contract/rows/rank'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { CompetitorStore } from '../data/competitor-store.ts'
import type { KeywordStore } from '../data/keyword-store.ts'
import type { PastStore } from '../data/past-store.ts'
import type { SiteStore } from '../data/site-store.ts'
import type { RivalStanding, Standing, StandingStore } from '../data/standing-store.ts'
import { changeOf } from '../domain/positions.ts'
import { visibilityScore } from '../domain/visibility.ts'
import { lastCheckOf } from './present.ts'
import { cursorAfter, scopeOf, sliceWish } from './scope.ts'

type RankOperations =
  | 'overview.get'
  | 'rankComparison.list'
  | 'keywords.snapshot'
  | 'competitors.add'
  | 'competitors.list'
export type RankHandlerDeps = {
  sites: SiteStore
  keywords: KeywordStore
  standings: StandingStore
  competitors: CompetitorStore
  pasts: PastStore
  clock: Clock
}

const snapshotPage = 1_000

export function rankHandlers(deps: RankHandlerDeps): Pick<ServiceHandlers<'projects'>, RankOperations> {
  const { sites, keywords, standings, competitors, pasts, clock } = deps
  return {
    'overview.get': async ({ params, query, caller }) => {
      const site = await sites.require(scopeOf(caller), params.id)
      const wish = await sliceWish('overview', query, (id) => keywords.placeOf(site, id))
      const [tallies, slice] = await Promise.all([standings.tally(site.id), standings.list(site.id, wish)])
      const facts = { score: visibilityScore(tallies), total: sum(tallies) }
      return { ...facts, keywords: slice.rows.map(overviewRowOf), nextCursor: cursorAfter('overview', slice) }
    },

    'rankComparison.list': async ({ params, query, caller }) => {
      const site = await sites.require(scopeOf(caller), params.id)
      const wish = await sliceWish('rank-compare', query, (id) => keywords.placeOf(site, id))
      const [tallies, slice] = await Promise.all([standings.tally(site.id), standings.list(site.id, wish)])
      const ids = slice.rows.map((row) => row.id)
      const rows = compare(slice.rows, await standings.rivals(site.id, ids))
      return { rows, total: sum(tallies), nextCursor: cursorAfter('rank-compare', slice) }
    },

    'keywords.snapshot': async ({ params, query, caller }) => {
      const site = await sites.require(scopeOf(caller), params.id)
      const page = { ...query, limit: query.limit ?? snapshotPage }
      const wish = await sliceWish('snapshot', page, (id) => keywords.placeOf(site, id))
      const [tallies, slice] = await Promise.all([standings.tally(site.id), standings.list(site.id, wish)])
      return { ...columnsOf(slice.rows), total: sum(tallies), nextCursor: cursorAfter('snapshot', slice) }
    },

    'competitors.add': async ({ params, body, caller }) => {
      const scope = scopeOf(caller)
      const site = await sites.require(scope, params.id)
      const added = await competitors.add(scope, site, body.domain, clock.now())
      if (added.created) await fillShortly(pasts, added.competitor.id)
      return added
    },

    'competitors.list': async ({ params, caller }) => {
      const site = await sites.require(scopeOf(caller), params.id)
      return { competitors: await competitors.list(site) }
    },
  }
}

/** A call waits this long for the past of its competitor; the rest of a long one is filled behind it. */
const fillPatienceMs = 2_000

async function fillShortly(pasts: PastStore, domainId: string): Promise<void> {
  const deadline = performance.now() + fillPatienceMs
  while (performance.now() < deadline && (await pasts.fillNext(domainId))) {}
}

function sum(tallies: readonly { keywords: number }[]): number {
  return tallies.reduce((total, { keywords }) => total + keywords, 0)
}

function overviewRowOf(row: Standing): OverviewRow {
  const { id, phrase: keyword, country, language, position, previousPosition, best, url, frozen } = row
  const change = changeOf(previousPosition, position)
  const ranks = { position, previousPosition, change, best, url }
  return { id, keyword, country, language, ...ranks, ...lookOf(row), frozen }
}

/** When and where the present rank was seen, and how the latest check went. */
function lookOf(row: Standing) {
  const look = { checkedAt: row.checkedAt?.toISOString() ?? null, source: row.source, lastCheck: lastCheckOf(row) }
  return row.sandbox ? { ...look, sandbox: row.sandbox } : look
}

function compare(rows: readonly Standing[], rivals: readonly RivalStanding[]): ComparisonRow[] {
  return rows.map((row, i) => {
    const { id: keywordId, phrase: keyword, country, language, position, previousPosition, url } = row
    const change = changeOf(previousPosition, position)
    const ranks = { position, previousPosition, change, url }
    const competitors = rivals.map((rival) => rivalRowOf(rival, i))
    return { keywordId, keyword, country, language, ...ranks, ...lookOf(row), competitors }
  })
}

function rivalRowOf({ id, domain, positions, previousPositions, urls }: RivalStanding, i: number) {
  const [position = null, previousPosition = null, url = null] = [positions[i], previousPositions[i], urls[i]]
  return { id, domain, position, previousPosition, change: changeOf(previousPosition, position), url }
}

function columnsOf(rows: readonly Standing[]) {
  return {
    ids: rows.map((row) => row.id),
    phrases: rows.map((row) => row.phrase),
    countries: rows.map((row) => row.country),
    languages: rows.map((row) => row.language),
    positions: rows.map((row) => row.position),
    urls: rows.map((row) => row.url),
  }
}
