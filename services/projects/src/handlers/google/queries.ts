import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { CollectState } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/call'
import { Free } from '@rts/shared/contract/free'
import type { Slices } from '@rts/shared/contract/sliced'
import { Sliced } from '@rts/shared/contract/sliced'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Grant, GrantStore } from '../../data/google/grant-store.ts'
import type { QuerySort, QueryStore, ShownQuery } from '../../data/google/query-store.ts'
import type { ReadingStore, SavedReading } from '../../data/google/reading-store.ts'
import type { Site, SiteStore } from '../../data/sites/site-store.ts'
import type { SearchQueriesKind } from '../../kinds/search-queries.ts'
import type { Google } from '../../providers/google/google.ts'
import { scopeOf, siteOf, wholeList } from '../scope.ts'
import { connectionOf } from './connection.ts'

export type QueryDeps = {
  google: Google | null
  /** Null where nobody can connect. */
  kind: SearchQueriesKind | null
  collects: Collects
  grants: GrantStore
  readings: ReadingStore
  queries: QueryStore
  sites: SiteStore
  pageUrl: string
}
type Asked = { site: Site; grant: Grant | undefined; state: CollectState; isFree: boolean }

const usualDays = 28
const rowsOfSlice = 500
const mostUntracked = 200

/** What Google's search console says of a site's queries. */
export function queryHandlers(deps: QueryDeps) {
  const { collects, kind, grants, readings, queries, sites } = deps

  /** Reads anew what is old or missing, where the site has a property and the account a connection. */
  async function ask(site: Site, days: number, call: Call): Promise<Asked> {
    const { accountId, searchProperty: property } = site
    const grant = await grants.find(accountId)
    const saved = { state: unread, isFree: false }
    if (!kind || grant?.status !== 'active' || property === null) return { site, grant, ...saved }
    const asked = { accountId, siteId: site.id, property, days, version: grant.version }
    const [reading] = await collects.read(kind, [asked], askerOf(call, `s:${site.id}`))
    if (!reading) throw new Error('one input, one reading')
    const { state, isFree } = reading
    if (state.status !== 'failed') return { site, grant, state, isFree }
    // The run may have found the connection ended, or the property gone.
    const [now, then] = await Promise.all([grants.find(accountId), sites.require(scopeOf(call.caller), site.id)])
    return { site: then, grant: now, state, isFree }
  }

  return {
    'searchConsoleQueries.list': async ({ params, query, ...call }) => {
      const { days = usualDays, q = null, sort = 'clicks' } = query
      const first = await siteOf(sites, call.caller, params.id)
      const { site, grant, state, isFree } = await ask(first, days, call)
      const property = site.searchProperty
      const saved = property === null ? undefined : await readings.find({ siteId: site.id, property, days })
      const numbers = saved ? await queries.order(saved.id, { q, sort }) : []
      const list = `search-queries-${sort}` as const
      const start = placeIn(list, query.cursor)
      const end = start + (query.limit ?? wholeList)
      const nextCursor = end < numbers.length ? encodeCursor(list, String(end)) : null
      const head = { ...connectionOf(grant, deps), property, ...shownState(state, saved), ...facts(saved) }
      const rowsOf = (part: readonly number[]) => (saved ? queries.rows(saved.id, site, part) : Promise.resolve([]))
      const slices = slicesOf(numbers.slice(start, end), rowsOf, nextCursor)
      const answer = new Sliced('queries', { ...head, total: numbers.length }, slices)
      return isFree && !saved ? new Free(answer) : answer
    },

    'searchQueries.snapshot': async ({ params, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const property = site.searchProperty
      const saved = property && (await readings.find({ siteId: site.id, property, days: usualDays }))
      if (!saved) return { ...noColumns, startDate: null, endDate: null, sandbox: false }
      const rows = await queries.untracked(saved.id, site.id, mostUntracked)
      const { startDate, endDate, sandbox } = saved
      return {
        queries: rows.map((row) => row.query),
        impressions: rows.map((row) => row.impressions),
        positions: rows.map((row) => row.position),
        ...{ startDate, endDate, sandbox },
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

const unread: CollectState = { status: 'unavailable', reason: null, updatedAt: null }
const noColumns = { queries: [], impressions: [], positions: [] }

/** What was read before stays readable, whatever became of the connection. */
function shownState(state: CollectState, saved: SavedReading | undefined): CollectState {
  const updatedAt = saved?.readAt.toISOString() ?? null
  const status = state === unread && saved ? 'ready' : state.status
  return { ...state, status, updatedAt }
}

function facts(saved: SavedReading | undefined) {
  if (!saved) return { startDate: null, endDate: null, totals: null }
  const { startDate, endDate, clicks, impressions, sandbox } = saved
  return { startDate, endDate, totals: { clicks, impressions }, ...(sandbox ? { sandbox } : {}) }
}

function placeIn(list: `search-queries-${QuerySort}`, cursor: string | undefined): number {
  const place = decodeCursor(list, cursor) ?? '0'
  if (!/^\d{1,6}$/.test(place)) throw noSuchCursor()
  return Number(place)
}

type Row = Omit<ShownQuery, 'ownCheckedAt'> & { ownCheckedAt: string | null }

async function* slicesOf(
  numbers: readonly number[],
  rowsOf: (part: readonly number[]) => Promise<ShownQuery[]>,
  nextCursor: string | null,
): Slices<Row> {
  let at = 0
  for (; at + rowsOfSlice < numbers.length; at += rowsOfSlice)
    yield (await rowsOf(numbers.slice(at, at + rowsOfSlice))).map(rowOf)
  return { rows: (await rowsOf(numbers.slice(at))).map(rowOf), nextCursor }
}

function rowOf({ ownCheckedAt, ...row }: ShownQuery): Row {
  return { ...row, ownCheckedAt: ownCheckedAt?.toISOString() ?? null }
}
