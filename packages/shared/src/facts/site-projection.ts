import type { Pool, PoolClient } from 'pg'
import { type EventState, events } from '../contract/events.ts'
import type { SiteRow } from '../contract/rows/site.ts'
import { AppError } from '../errors.ts'
import type { RpcClient } from '../service/rpc-client.ts'
import { systemCaller } from '../service/system-caller.ts'
import { bigint, type RowOf, selectList, text, time } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import type { FactEffect } from './inbox.ts'

type SiteState = EventState<'site.changed'>
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
}
type StoredSite = RowOf<typeof storedSite>
export type KnownSite = Omit<StoredSite, 'version' | 'deletedAt'>

const siteById = query(storedSite, `SELECT ${selectList(storedSite, 's')} FROM known.site s WHERE id = $1`)
const holdSite = query({ id: text }, 'SELECT id FROM known.site WHERE id = $1 AND deleted_at IS NULL FOR SHARE')
const columns = 'id, account_id, name, domain, country, language, created_at, version, deleted_at'
const storeSite = statement(
  `INSERT INTO known.site AS s (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id, name = excluded.name, domain = excluded.domain,
     country = excluded.country, language = excluded.language, version = excluded.version, deleted_at = excluded.deleted_at
   WHERE s.version < excluded.version AND s.deleted_at IS NULL`,
)
const learnSite = statement(
  `INSERT INTO known.site AS s (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, NULL)
   ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id WHERE s.version = $8 AND s.deleted_at IS NULL`,
)

/** Asks the owner of sites for a site of an account. Throws `not_found` if the account has no such site. */
export type AskOwner = (
  accountId: string,
  siteId: string,
) => Promise<Pick<SiteRow, 'name' | 'domain' | 'country' | 'language' | 'createdAt'>>

export function askProjects(call: RpcClient): AskOwner {
  return async (accountId, id) => (await call('sites.get', { params: { id } }, systemCaller(accountId))).project
}

/**
 * The sites, built from facts. If a site is unknown, or stored as another account's, the owner is asked, once for all calls that
 * wait for it. `changed` runs in the transaction that stores a fact.
 */
export function siteProjection(
  pool: Pool,
  askOwner: AskOwner,
  { changed }: { changed?(client: PoolClient, site: SiteState): Promise<void> } = {},
) {
  const once = createSingleFlight()

  const effect: FactEffect = async (client, fact) => {
    if (fact.type !== 'site.changed' && fact.type !== 'site.deleted') return
    const site = events[fact.type].state.parse(fact.state)
    if (await store(client, site, fact.version)) await changed?.(client, site)
  }

  return {
    effect,
    /** A site of this account. Throws `not_found`, or the owner's error if the owner was asked. */
    async require(accountId: string, siteId: string): Promise<KnownSite> {
      const isOwn = (site: StoredSite | undefined) => site?.accountId === accountId && site.deletedAt === null
      const known = await siteById.first(pool, [siteId])
      if (known && isOwn(known)) return shown(known)
      if (known?.deletedAt) throw noSuchSite()
      await once(`${accountId} ${siteId}`, async () => {
        const site = { ...(await askOwner(accountId, siteId)), id: siteId, accountId }
        await learn(pool, site, known?.version ?? null)
      })
      const learned = await siteById.first(pool, [siteId])
      if (!learned || !isOwn(learned)) throw noSuchSite()
      return shown(learned)
    },
    /** Keeps a site from being deleted until the transaction ends; false if it is already deleted. */
    async hold(client: PoolClient, siteId: string): Promise<boolean> {
      return (await holdSite.first(client, [siteId])) !== undefined
    },
  }
}

/** Stores a fact; answers whether it was new. A deleted site stays deleted, whatever arrives later. */
async function store(client: PoolClient, site: SiteState, version: number): Promise<boolean> {
  const [name, domain] = site.deletedAt ? ['', ''] : [site.name, site.domain]
  const { id, accountId, country, language, createdAt, deletedAt } = site
  const values = [id, accountId, name, domain, country, language, createdAt, version, deletedAt]
  return (await storeSite.run(client, values)) === 1
}

/** Stores the owner's answer, unless a fact, which may be newer, arrived since the row was read at version `seen`. */
async function learn(pool: Pool, site: Omit<SiteState, 'deletedAt'>, seen: string | null): Promise<void> {
  const { id, accountId, name, domain, country, language, createdAt } = site
  await learnSite.run(pool, [id, accountId, name, domain, country, language, createdAt, seen])
}

function shown({ version: _version, deletedAt: _deletedAt, ...site }: StoredSite): KnownSite {
  return site
}

function noSuchSite(): AppError {
  return new AppError('not_found', 'No such site')
}

/** Shares one run of `work` among all calls with its key while it runs; a later call runs it again. */
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
