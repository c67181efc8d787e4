import type { Pool, PoolClient } from 'pg'
import { type EventState, events } from '../contract/events.ts'
import type { SiteRow } from '../contract/rows/site.ts'
import { AppError } from '../errors.ts'
import { type RpcClient, systemCaller } from '../service/rpc-client.ts'
import { inTransaction } from '../service/transaction.ts'
import { bigint, boolean, type RowOf, selectList, text, time } from '../sql/column.ts'
import { query } from '../sql/statement.ts'
import type { FactEffect } from './inbox.ts'

type SiteState = EventState<'site.changed'>
/** `resting`: in the trash or frozen; `live`: also one that came back (`isRestored`); `ended`: for good. */
export type SiteChange = Pick<SiteState, 'id' | 'accountId'> & {
  state: 'live' | 'resting' | 'ended'
  isRestored: boolean
}
const storedSite = {
  id: text,
  accountId: text,
  name: text,
  domain: text,
  country: text,
  language: text,
  createdAt: time,
  version: bigint,
  deletedAt: time.orNull,
  inTrash: boolean,
  frozen: boolean,
}
type StoredSite = RowOf<typeof storedSite>
export type KnownSite = Omit<StoredSite, 'version' | 'deletedAt' | 'inTrash'>

const siteById = query(storedSite, `SELECT ${selectList(storedSite, 's')} FROM known.site s WHERE id = $1`)
const holdSite = query({ id: text }, 'SELECT id FROM known.site WHERE id = $1 AND deleted_at IS NULL FOR SHARE')
const columns = 'id, account_id, name, domain, country, language, created_at, version, deleted_at, in_trash, frozen'
/** Answers whether it rested before. */
const ifNotEnded = `AND (s.deleted_at IS NULL OR s.in_trash) RETURNING coalesce(old.in_trash OR old.frozen, false) AS "didRest"`
const storeSite = query(
  { didRest: boolean },
  `INSERT INTO known.site AS s (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id, name = excluded.name, domain = excluded.domain,
     country = excluded.country, language = excluded.language, version = excluded.version, deleted_at = excluded.deleted_at,
     in_trash = excluded.in_trash, frozen = excluded.frozen
   WHERE s.version < excluded.version ${ifNotEnded}`,
)
const learnSite = query(
  { didRest: boolean },
  `INSERT INTO known.site AS s (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, NULL, false, $8)
   ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id, deleted_at = NULL, in_trash = false, frozen = excluded.frozen
   WHERE s.version = $9 ${ifNotEnded}`,
)

/** Throws `not_found` if the account has no such site. */
export type AskOwner = (
  accountId: string,
  siteId: string,
) => Promise<Pick<SiteRow, 'name' | 'domain' | 'country' | 'language' | 'createdAt' | 'frozen'>>

export function askProjects(call: RpcClient): AskOwner {
  return async (accountId, id) => (await call('sites.get', { params: { id } }, systemCaller(accountId))).project
}

/**
 * The sites, built from facts. The owner is asked for a site that is unknown, in the trash, or another account's, once for all waiting
 * calls. `changed` runs in the transaction that stores the change.
 */
export function siteProjection(
  pool: Pool,
  askOwner: AskOwner,
  { changed }: { changed?(client: PoolClient, site: SiteChange): Promise<void> } = {},
) {
  const once = createSingleFlight()

  const effect: FactEffect = async (client, fact) => {
    if (fact.type !== 'site.changed' && fact.type !== 'site.trashed' && fact.type !== 'site.deleted') return
    const site = events[fact.type].state.parse(fact.state)
    const inTrash = fact.type === 'site.trashed'
    const state = stateOf(site, inTrash)
    const stored = await store(client, site, { state, inTrash, version: fact.version })
    if (stored) await changed?.(client, changeOf(site, state, stored))
  }

  return {
    effect,
    /** Throws `not_found`, or the owner's error. */
    async require(accountId: string, siteId: string): Promise<KnownSite> {
      const isOwn = (site: StoredSite | undefined) => site?.accountId === accountId && site.deletedAt === null
      const known = await siteById.first(pool, [siteId])
      if (known && isOwn(known)) return shown(known)
      if (known?.deletedAt && !known.inTrash) throw noSuchSite()
      await once(`${accountId} ${siteId}`, async () => {
        const site = { ...(await askOwner(accountId, siteId)), id: siteId, accountId }
        await inTransaction(pool, async (client) => {
          const learned = await learn(client, site, known?.version ?? null)
          if (learned?.didRest) await changed?.(client, changeOf(site, site.frozen ? 'resting' : 'live', learned))
        })
      })
      const learned = await siteById.first(pool, [siteId])
      if (!learned || !isOwn(learned)) throw noSuchSite()
      return shown(learned)
    },
    /** By its owner, because the fact may come late. Throws the owner's error. */
    async isFrozen(siteId: string): Promise<boolean> {
      const known = await siteById.first(pool, [siteId])
      if (!known || known.deletedAt !== null) return false
      return (await askOwner(known.accountId, siteId).catch(ifThere))?.frozen ?? false
    },
    /** Keeps a site from being deleted until the transaction ends; false if it is already deleted. */
    async hold(client: PoolClient, siteId: string): Promise<boolean> {
      return (await holdSite.first(client, [siteId])) !== undefined
    },
  }
}

type Stored = { didRest: boolean }

function stateOf({ deletedAt, frozen }: SiteState, inTrash: boolean): SiteChange['state'] {
  if (deletedAt !== null && !inTrash) return 'ended'
  return inTrash || frozen ? 'resting' : 'live'
}

/** Undefined where the fact is not new. A site that has ended stays so. */
function store(
  client: PoolClient,
  site: SiteState,
  { state, inTrash, version }: { state: SiteChange['state']; inTrash: boolean; version: number },
): Promise<Stored | undefined> {
  const [name, domain] = state === 'ended' ? ['', ''] : [site.name, site.domain]
  const { id, accountId, country, language, createdAt, deletedAt, frozen } = site
  const place = [name, domain, country, language]
  return storeSite.first(client, [id, accountId, ...place, createdAt, version, deletedAt, inTrash, frozen])
}

/** Stores the owner's answer, unless a fact arrived since the row was read at version `seen`. */
function learn(
  client: PoolClient,
  site: Omit<SiteState, 'deletedAt'>,
  seen: string | null,
): Promise<Stored | undefined> {
  const { id, accountId, name, domain, country, language, createdAt, frozen } = site
  return learnSite.first(client, [id, accountId, name, domain, country, language, createdAt, frozen, seen])
}

function changeOf(
  { id, accountId }: Pick<SiteState, 'id' | 'accountId'>,
  state: SiteChange['state'],
  { didRest }: Stored,
) {
  return { id, accountId, state, isRestored: didRest && state === 'live' }
}

function shown({ version: _version, deletedAt: _deletedAt, inTrash: _inTrash, ...site }: StoredSite): KnownSite {
  return site
}

function noSuchSite(): AppError {
  return new AppError('not_found', 'No such site')
}

function ifThere(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}

function createSingleFlight() {
  const flights = new Map<string, Promise<void>>()
  return (key: string, work: () => Promise<void>): Promise<void> => {
    const flying = flights.get(key)
    if (flying) return flying
    const flight = work().finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
}
