import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type Actor, lockLimits, lockOpenLimits, requireRoom } from '../accounts/accounts.ts'
import type { Records } from '../database.sql.ts'
import { track } from '../queue/queue.ts'
import { transact } from '../transact.ts'
import { listCompetitors } from './competitors.sql.ts'
import {
  changedSettings,
  newSettings,
  requireNoRival,
  type SiteChanges,
  type SiteSettings,
} from './rules/site-settings.ts'
import { oldestOf, requireNoTwin, twinOf } from './rules/site-twins.ts'
import {
  holdSite,
  insertSite,
  type LiveSite,
  listLiveSites,
  lockSite,
  type OwnedSite,
  replaceOwnDomain,
  type ShownSite,
  updateSite,
} from './site-changes.sql.ts'
import { writeSiteChanged } from './site-facts.ts'
import { scopeOf, siteOf, toSiteRow } from './site-list.ts'
import { reviveTwin } from './site-restoring.ts'
import { findSite, type SiteScope } from './sites.sql.ts'

export type SiteDeps = { db: Database; records: Records; plans: PlanTable; clock: Clock }

/** Changes of sites, each under the account's lock and together with its fact for the other services. */
export function siteChangeHandlers(deps: SiteDeps) {
  const { db, records } = deps
  return {
    'sites.create': async ({ body: { byDomain, ...body }, caller }) => {
      const scope = scopeOf(caller)
      const settings = newSettings(body)
      const known = byDomain ? null : await findSite(records, scope, settings)
      if (known) return { project: toSiteRow(known), created: false }
      refuseLimited(scope)
      const wanted = { settings, changes: byDomain ? {} : body, by: caller }
      const { site, ...outcome } = await createSite(deps, scope.accountId, wanted, byDomain ? oldestOf : twinOf)
      return { project: toSiteRow(site), ...outcome }
    },

    'sites.update': async ({ params, body, caller }) => {
      const site = await siteOf(db, caller, params.id)
      return { project: toSiteRow(await changeSite(deps, site, body)) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** To a key that is limited to one site no other site exists, so it cannot add one. Throws `not_found`. */
function refuseLimited({ siteIds }: SiteScope): void {
  if (siteIds !== null) throw new AppError('not_found', 'This key is limited to one site')
}

/** `changes`: what the caller names, for a site that comes back from the trash. */
type WantedSite = { settings: SiteSettings; changes: SiteChanges; by: Actor }
type CreatedSite = { site: ShownSite; created: boolean; revived?: true }

/** Adds a site, or answers the one that `known` finds among the account's or in the trash. Throws `plan_limit_reached`. */
function createSite(
  { db, plans, clock }: SiteDeps,
  accountId: string,
  { settings, changes, by }: WantedSite,
  known: typeof twinOf<LiveSite>,
): Promise<CreatedSite> {
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockOpenLimits(tx, plans, accountId)
    const sites = await listLiveSites(tx, accountId)
    const twin = known(sites, settings)
    if (twin) return { site: await holdSite(tx, { ...twin, accountId }), created: false }
    const inTrash = (trashed: readonly LiveSite[]) => known(trashed, settings)
    const revived = await reviveTwin(tx, { accountId, limits, by, now }, inTrash, changes)
    if (revived) return { site: revived, created: true, revived: true }
    requireRoom('sites', sites.length, limits.sites)
    return { site: await addSite(tx, accountId, settings, now), created: true }
  })
}

/** Inserts a site and writes its fact. The account must be locked and have room. */
export async function addSite(tx: Transaction, accountId: string, settings: SiteSettings, now: Date) {
  const site = await insertSite(tx, accountId, settings, now)
  await writeSiteChanged(tx, site)
  return site
}

/** Throws `conflict` if another site has that identity, `invalid_input` for a competitor's domain, `not_found`. */
function changeSite({ db, plans, clock }: SiteDeps, site: OwnedSite, changes: SiteChanges): Promise<ShownSite> {
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, site.accountId)
    const before = await lockSite(tx, site)
    const after = changedSettings(before, changes)
    requireNoTwin(await listLiveSites(tx, site.accountId), site.id, after)
    const isMoved = before.domain !== after.domain
    if (isMoved) {
      requireNoRival(after.domain, await listCompetitors(tx, site.id))
      await replaceOwnDomain(tx, site.id, after.domain, now)
    }
    const changed = await updateSite(tx, site.id, after, { isMoved, paused: changes.checksPaused, now })
    await writeSiteChanged(tx, changed)
    const isStarted = isMoved || changes.checksPaused === false
    if (isStarted) await track(tx, { siteIds: [site.id] }, { limits, now })
    return changed
  })
}
