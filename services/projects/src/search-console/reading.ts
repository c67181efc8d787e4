import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { CollectState } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/call'
import type { Site, SiteStore } from '../sites/sites.sql.ts'
import { scopeOf, siteOf } from '../sites/sites.ts'
import type { SearchQueriesKind } from './collecting.ts'
import { connectionOf } from './connection.ts'
import type { Grant, GrantStore } from './grants.sql.ts'
import type { Google } from './providers/google.ts'
import type { ReadingStore, SavedReading } from './readings.sql.ts'

export type ReadingDeps = {
  google: Google | null
  /** Null where nobody can connect. */
  kind: SearchQueriesKind | null
  collects: Collects
  grants: GrantStore
  readings: ReadingStore
  sites: SiteStore
  pageUrl: string
}
type Asked = { site: Site; grant: Grant | undefined; state: CollectState; isFree: boolean }

const usualDays = 28

/** Reads what Google's search console says of a site: anew where that is old or missing, and what was saved in every case. */
export function createReader(deps: ReadingDeps) {
  const { collects, kind, grants, readings, sites } = deps

  /** Asks Google, where the site has a property and the account a connection. */
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

  /** `isFree`: a poll, without rows, of a reading that runs. */
  return async (siteId: string, days: number | undefined, call: Call) => {
    const { site, grant, state, isFree } = await ask(await siteOf(sites, call.caller, siteId), days ?? usualDays, call)
    const saved = await savedReading(readings, site, days)
    const property = site.searchProperty
    const head = { ...connectionOf(grant, deps), property, ...shownState(state, saved), ...facts(saved) }
    return { site, saved, head, isFree: isFree && !saved }
  }
}

/** What was read last of a site's property, over the usual days unless others are named. */
export async function savedReading(
  readings: ReadingStore,
  { id: siteId, searchProperty: property }: Site,
  days = usualDays,
) {
  return property === null ? undefined : readings.find({ siteId, property, days })
}

const unread: CollectState = { status: 'unavailable', reason: null, updatedAt: null }

/** What was read before stays readable, whatever became of the connection. */
function shownState(state: CollectState, saved: SavedReading | undefined): CollectState {
  const updatedAt = saved?.readAt.toISOString() ?? null
  const status = state === unread && saved ? 'ready' : state.status
  return { ...state, status, updatedAt }
}

function facts(saved: SavedReading | undefined) {
  if (!saved) return { startDate: null, endDate: null, totals: null, isCut: false }
  const { startDate, endDate, clicks, impressions, isCut, sandbox } = saved
  return { startDate, endDate, totals: { clicks, impressions }, isCut, ...(sandbox ? { sandbox } : {}) }
}
