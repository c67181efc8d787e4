import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { CollectState } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/caller'
import { Free } from '@rts/shared/contract/free'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { requireSite, type Site, scopeOf, siteOf } from '../sites/sites.ts'
import type { SearchQueriesKind } from './collecting.ts'
import { connectionOf } from './connection.ts'
import { listDays, listPages } from './figures.sql.ts'
import { findGrant, type Grant } from './grants.sql.ts'
import type { Google } from './providers/google.ts'
import { findReading, type SavedReading } from './readings.sql.ts'

export type ReadingDeps = {
  db: Database
  google: Google | null
  /** Null where there is no Google client. */
  kind: SearchQueriesKind | null
  collects: Collects
  pageUrl: string
}
type Asked = { site: Site; grant: Grant | undefined; state: CollectState; isFree: boolean }

const usualDays = 28

/** Reads a site's figures in Google's search console: anew where they are old or missing, and the saved ones in every case. */
export function createReader(deps: ReadingDeps) {
  const { db, collects, kind } = deps

  /** Asks Google, where the site has a property and the account a connection. */
  async function ask(site: Site, days: number, call: Call): Promise<Asked> {
    const { accountId, searchProperty: property } = site
    const grant = await findGrant(db, accountId)
    const saved = { state: site.frozen ? frozen : unread, isFree: false }
    if (!kind || grant?.status !== 'active' || property === null) return { site, grant, ...saved }
    const asked = { accountId, siteId: site.id, property, days, version: grant.version }
    const [reading] = await collects.read(kind, [asked], askerOf(call, site))
    if (!reading) throw new Error('one input, one reading')
    const { state, isFree } = reading
    if (state.status !== 'failed') return { site, grant, state, isFree }
    // The run may have found the connection ended, or the property forgotten.
    const [now, then] = await Promise.all([findGrant(db, accountId), requireSite(db, scopeOf(call.caller), site.id)])
    return { site: then, grant: now, state, isFree }
  }

  /** `isFree`: a poll, without rows, of a reading that runs. */
  return async (siteId: string, days: number | undefined, call: Call) => {
    const { site, grant, state, isFree } = await ask(await siteOf(db, call.caller, siteId), days ?? usualDays, call)
    const saved = await findUsual(db, site, days)
    const property = site.searchProperty
    const head = { ...connectionOf(grant, deps), property, ...shownState(state, saved), ...facts(saved) }
    return { site, saved, head, isFree: isFree && !saved }
  }
}

/** The last reading of a site's property, over the usual days unless others are named. */
export async function findUsual(db: Database, { id: siteId, searchProperty: property }: Site, days = usualDays) {
  return property === null ? undefined : findReading(db, { siteId, property, days })
}

const unread: CollectState = { status: 'unavailable', reason: null, updatedAt: null }
const frozen: CollectState = { ...unread, reason: 'site_frozen' }

/** A saved reading stays readable without a connection. */
function shownState(state: CollectState, saved: SavedReading | undefined): CollectState {
  const updatedAt = saved?.readAt.toISOString() ?? null
  const isUnread = state === unread || state === frozen
  const status = isUnread && saved ? 'ready' : state.status
  return { ...state, status, updatedAt }
}

function facts(saved: SavedReading | undefined) {
  if (!saved) return { startDate: null, endDate: null, totals: null, isCut: false }
  const { startDate, endDate, clicks, impressions, isCut, sandbox } = saved
  return { startDate, endDate, totals: { clicks, impressions }, isCut, ...(sandbox ? { sandbox } : {}) }
}

export function figureHandlers(deps: ReadingDeps) {
  const read = createReader(deps)
  const { db } = deps
  return {
    'searchConsoleFigures.list': async ({ params, query, ...call }) => {
      const { saved, head, isFree } = await read(params.id, query.days, call)
      const [days, pages] = saved ? await Promise.all([listDays(db, saved.id), listPages(db, saved.id)]) : [[], []]
      const answer = { ...head, days, pages }
      return isFree ? new Free(answer) : answer
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
