import { AppError, invalidField } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { type Database, transact } from '../database.ts'
import { track } from '../pages/tracking.ts'
import { lockAccount, lockOpenAccount, requireRoom, thaw } from './account-store.ts'
import { tellSite } from './site-facts.ts'
import {
  countSites,
  findTwin,
  insertOwnDomain,
  insertSite,
  isCompetitor,
  lockSite,
  only,
  replaceOwnDomain,
  type SiteSettings,
  type SiteVersion,
  updateSite,
} from './site-records.ts'
import type { Site, SiteScope } from './site-store.ts'

export type SiteChanges = { [K in keyof SiteSettings]?: SiteSettings[K] | undefined } & {
  checksPaused?: boolean | undefined
}
export type SiteWriter = ReturnType<typeof createSiteWriter>
type AddedSite = { id: string; created: boolean }
type WriterOptions = { db: Database; plans: PlanTable }

/** Writes sites: each change under the lock of its account, together with the fact that tells the other services. */
export function createSiteWriter({ db, plans }: WriterOptions) {
  function addUnless(known: typeof findTwin, { accountId, plan }: SiteScope, settings: SiteSettings, now: Date) {
    return transact(db.pool, async (client): Promise<AddedSite> => {
      await lockOpenAccount(client, accountId)
      const twin = await known(client, accountId, settings)
      if (twin) return { id: twin, created: false }
      requireRoom('sites', await countSites(client, accountId), plans[plan].sites)
      const site = await insertSite(client, accountId, settings, now)
      await insertOwnDomain(client, site.id, settings.domain, now)
      await tellSite(client, site, { ...settings, accountId }, null)
      return { id: site.id, created: true }
    })
  }

  return {
    /** Adds a site, or answers the id of the one with this identity. Throws `plan_limit_reached`. */
    add(scope: SiteScope, settings: SiteSettings, now: Date): Promise<AddedSite> {
      return addUnless(findTwin, scope, settings, now)
    },

    /** The same, where any site of the domain is the one that is meant. */
    addByDomain(scope: SiteScope, settings: SiteSettings, now: Date): Promise<AddedSite> {
      return addUnless(findOldest, scope, settings, now)
    },

    /** Changes a site. Throws `conflict` when another one has that identity, `invalid_input` for a competitor's domain, `not_found`. */
    change(scope: SiteScope, site: Site, changes: SiteChanges, now: Date): Promise<void> {
      return transact(db.pool, async (client) => {
        const plan = await lockAccount(client, scope.accountId)
        const before = await lockSite(client, scope.accountId, site.id)
        const after = merge(before, changes)
        const twin = await findTwin(client, scope.accountId, after)
        if (twin && twin !== site.id) throw new AppError('conflict', 'Another site has this domain and name')
        const isMoved = before.domain !== after.domain
        if (isMoved && (await isCompetitor(client, site.id, after.domain))) {
          throw invalidField('domain', 'is a competitor of this site')
        }
        if (isMoved) await replaceOwnDomain(client, site.id, after.domain, now)
        const version = await updateSite(client, site.id, after, { isMoved, paused: changes.checksPaused, now })
        await tellSite(client, version, { ...after, accountId: scope.accountId }, null)
        const isStarted = isMoved || changes.checksPaused === false
        if (isStarted) await track(client, { siteIds: [site.id] }, { rhythmDays: plans[plan].checkEveryDays, now })
      })
    },

    /** Deletes a site: it stays as a tombstone until everything that belongs to it is gone everywhere. */
    remove(scope: SiteScope, site: Site, now: Date): Promise<void> {
      return transact(db.pool, async (client) => {
        const plan = await lockAccount(client, scope.accountId)
        const settings = await lockSite(client, scope.accountId, site.id)
        const version = await client.query<SiteVersion>(
          'UPDATE site SET deleted_at = $2, version = version + 1 WHERE id = $1 RETURNING id, version',
          [site.id, now],
        )
        const identity = { ...settings, accountId: scope.accountId }
        await tellSite(client, only(version.rows), identity, now)
        await thaw(client, scope.accountId, plans[plan], now)
      })
    },
  }
}

async function findOldest(
  client: PoolClient,
  accountId: string,
  { domain }: { domain: string },
): Promise<string | null> {
  const found = await client.query<{ id: string }>(
    'SELECT id FROM site WHERE account_id = $1 AND domain = $2 AND deleted_at IS NULL ORDER BY seq LIMIT 1',
    [accountId, domain],
  )
  return found.rows[0]?.id ?? null
}

function merge(site: SiteSettings, changes: SiteChanges): SiteSettings {
  return {
    name: changes.name ?? site.name,
    domain: changes.domain ?? site.domain,
    tags: changes.tags ?? site.tags,
    description: changes.description === undefined ? site.description : changes.description,
    country: changes.country ?? site.country,
    language: changes.language ?? site.language,
    autoAddPreference: changes.autoAddPreference === undefined ? site.autoAddPreference : changes.autoAddPreference,
  }
}
