import type { PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { thaw } from '../accounts/freezing.ts'
import { lockLimits, lockOpenLimits } from '../accounts/limits.ts'
import { requireRoom } from '../accounts/rules/plan-limits.ts'
import { type Database, transact } from '../database.sql.ts'
import { track } from '../rank-checks/tracking.ts'
import { competitorsOf } from './competitors.sql.ts'
import { requireNoRival } from './rules/compared-domains.ts'
import { changedSettings, type SiteChanges, type SiteSettings } from './rules/site-settings.ts'
import { oldestOf, requireNoTwin, twinOf } from './rules/site-twins.ts'
import {
  entombSite,
  holdSite,
  insertSite,
  type LiveSite,
  liveSites,
  lockSite,
  type OwnedSite,
  replaceOwnDomain,
  type ShownSite,
  updateSite,
} from './site-changes.sql.ts'
import { tellEnd, tellSite } from './site-facts.ts'

export type SiteWriter = ReturnType<typeof createSiteWriter>
type Added = { site: ShownSite; created: boolean }
type WriterOptions = { db: Database; plans: PlanTable }

/** Writes sites, each change under the account's lock and together with its fact for the other services. */
export function createSiteWriter({ db, plans }: WriterOptions) {
  function addUnless(known: typeof twinOf<LiveSite>, accountId: string, settings: SiteSettings, now: Date) {
    return transact(db.pool, async (client): Promise<Added> => {
      const limits = await lockOpenLimits(client, plans, accountId)
      const sites = await liveSites(client, accountId)
      const twin = known(sites, settings)
      if (twin) return { site: await holdSite(client, { ...twin, accountId }), created: false }
      requireRoom('sites', sites.length, limits.sites)
      return { site: await addSite(client, accountId, settings, now), created: true }
    })
  }

  return {
    /** Adds a site, or answers the one with this domain and name. Throws `plan_limit_reached`. */
    add(accountId: string, settings: SiteSettings, now: Date): Promise<Added> {
      return addUnless(twinOf, accountId, settings, now)
    },

    /** Adds a site, or answers the oldest one of this domain. Throws `plan_limit_reached`. */
    addByDomain(accountId: string, settings: SiteSettings, now: Date): Promise<Added> {
      return addUnless(oldestOf, accountId, settings, now)
    },

    /** Changes a site. Throws `conflict` if another has that identity, `invalid_input` for a competitor's domain, `not_found`. */
    change(site: OwnedSite, changes: SiteChanges, now: Date): Promise<ShownSite> {
      return transact(db.pool, async (client) => {
        const limits = await lockLimits(client, plans, site.accountId)
        const before = await lockSite(client, site)
        const after = changedSettings(before, changes)
        requireNoTwin(await liveSites(client, site.accountId), site.id, after)
        const isMoved = before.domain !== after.domain
        if (isMoved) {
          requireNoRival(after.domain, await competitorsOf(client, site.id))
          await replaceOwnDomain(client, site.id, after.domain, now)
        }
        const changed = await updateSite(client, site.id, after, { isMoved, paused: changes.checksPaused, now })
        await tellSite(client, changed)
        const isStarted = isMoved || changes.checksPaused === false
        if (isStarted) await track(client, { siteIds: [site.id] }, { rhythmDays: limits.checkEveryDays, now })
        return changed
      })
    },

    /** Deletes a site, and unfreezes the rows that the limits then allow. Throws `not_found`. */
    remove(site: OwnedSite, now: Date): Promise<void> {
      return transact(db.pool, async (client) => {
        const limits = await lockLimits(client, plans, site.accountId)
        await tellEnd(client, await entombSite(client, site, now), now)
        await thaw(client, site.accountId, limits, now)
      })
    },
  }
}

/** Inserts a site and writes its fact. The account must be locked and have room. */
export async function addSite(
  client: PoolClient,
  accountId: string,
  settings: SiteSettings,
  now: Date,
): Promise<ShownSite> {
  const site = await insertSite(client, accountId, settings, now)
  await tellSite(client, site)
  return site
}
