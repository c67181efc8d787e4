import { AppError } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import { writeFact } from '@rts/shared/service/outbox'
import type { PoolClient } from 'pg'
import { lockAccount, requireRoom, thaw } from './account-store.ts'
import { type Database, transact } from './database.ts'
import {
  countSites,
  findTwin,
  insertOwnDomain,
  insertSite,
  lockSite,
  only,
  replaceOwnDomain,
  type SiteSettings,
  type SiteVersion,
  updateSite,
} from './site-records.ts'
import type { Site, SiteScope } from './site-store.ts'
import { track } from './tracking.ts'

export type SiteChanges = { [K in keyof SiteSettings]?: SiteSettings[K] | undefined } & {
  checksPaused?: boolean | undefined
}
export type SiteWriter = ReturnType<typeof createSiteWriter>
type WriterOptions = { db: Database; plans: PlanTable; disabledServices: readonly string[] }

/** Writes sites: each change under the lock of its account, together with the fact that tells the other services. */
export function createSiteWriter({ db, plans, disabledServices }: WriterOptions) {
  return {
    /** Adds a site, or answers the id of the one with this identity. Throws `plan_limit_reached`. */
    add(scope: SiteScope, settings: SiteSettings, now: Date): Promise<{ id: string; created: boolean }> {
      return transact(db.pool, async (client) => {
        await lockAccount(client, scope.accountId)
        const twin = await findTwin(client, scope.accountId, settings)
        if (twin) return { id: twin, created: false }
        requireRoom('sites', await countSites(client, scope.accountId), plans[scope.plan].sites)
        const site = await insertSite(client, scope.accountId, settings, now)
        await insertOwnDomain(client, site.id, settings.domain, now)
        await tell(client, scope.accountId, site, settings, null)
        return { id: site.id, created: true }
      })
    },

    /** Changes a site. Throws `conflict` when another one has that identity, `not_found` when it is gone. */
    change(scope: SiteScope, site: Site, changes: SiteChanges, now: Date): Promise<void> {
      return transact(db.pool, async (client) => {
        const plan = await lockAccount(client, scope.accountId)
        const before = await lockSite(client, scope.accountId, site.id)
        const after = merge(before, changes)
        const twin = await findTwin(client, scope.accountId, after)
        if (twin && twin !== site.id) throw new AppError('conflict', 'Another site has this domain and name')
        const isMoved = before.domain !== after.domain
        if (isMoved) await replaceOwnDomain(client, site.id, after.domain, now)
        const version = await updateSite(client, site.id, after, { isMoved, paused: changes.checksPaused, now })
        await tell(client, scope.accountId, version, after, null)
        const isStarted = isMoved || changes.checksPaused === false
        if (isStarted) await track(client, { siteIds: [site.id] }, { rhythmDays: plans[plan].checkEveryDays, now })
      })
    },

    /** Deletes a site: it stays as a tombstone until everything that belongs to it is gone everywhere. */
    remove(scope: SiteScope, site: Site, now: Date): Promise<void> {
      return transact(db.pool, async (client) => {
        const plan = await lockAccount(client, scope.accountId)
        await lockSite(client, scope.accountId, site.id)
        const version = await client.query<SiteVersion>(
          'UPDATE site SET deleted_at = $2, version = version + 1 WHERE id = $1 RETURNING id, version',
          [site.id, now],
        )
        await tell(client, scope.accountId, only(version.rows), site, now)
        await thaw(client, scope.accountId, plans[plan], now)
      })
    },
  }

  async function tell(
    client: PoolClient,
    accountId: string,
    { id, version }: SiteVersion,
    settings: Pick<SiteSettings, 'domain' | 'country' | 'language'>,
    deletedAt: Date | null,
  ): Promise<void> {
    const { domain, country, language } = settings
    const state = { id, accountId, domain, country, language, deletedAt: deletedAt?.toISOString() ?? null }
    const type = deletedAt ? 'site.deleted' : 'site.changed'
    await writeFact(client, { type, aggregate: id, version: Number(version), state }, disabledServices)
  }
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
