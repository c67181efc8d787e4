import { AppError } from '@rts/shared/errors'
import type { PlanLimits } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import {
  type Actor,
  countKeywords,
  deleterOf,
  lockLimits,
  lockOpenLimits,
  requireRoom,
  thaw,
  writeTrashLog,
} from '../accounts/accounts.ts'
import { keptSince, keptUntil, track } from '../rank-checks/rank-checks.ts'
import { transact } from '../transact.ts'
import { countKeywordsOfSite } from './claims.sql.ts'
import { changedSettings, type SiteChanges } from './rules/site-settings.ts'
import { twinOf } from './rules/site-twins.ts'
import { type LiveSite, listLiveSites, type OwnedSite, updateSite } from './site-changes.sql.ts'
import type { SiteDeps } from './site-changes.ts'
import { writeSiteChanged, writeSiteDeleted, writeSiteTrashed } from './site-facts.ts'
import { siteOf } from './site-list.ts'
import { noSuchSite, type SiteRecord } from './sites.sql.ts'
import { deleteSite, endTrashedSites, lockTrashedSites, reviveRow } from './trash.sql.ts'

const mostEnded = 20

export function siteRemovalHandlers(deps: SiteDeps) {
  const { db } = deps
  return {
    'sites.delete': async ({ params, caller }) => {
      const { deletedAt } = await removeSite(deps, await siteOf(db, caller, params.id), caller)
      return { ok: true, ...(deletedAt && { restorableUntil: keptUntil(deletedAt).toISOString() }) }
    },

    'guestSite.delete': async ({ params, caller }) => {
      await removeSite(deps, await siteOf(db, caller, params.id), caller)
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/**
 * Puts a site into the trash, and unfreezes the rows that the limits then allow. A guest's is deleted for good. Throws
 * `not_found`.
 */
function removeSite({ db, plans, clock }: SiteDeps, site: OwnedSite, by: Actor): Promise<SiteRecord> {
  const now = clock.now()
  const inTrash = by.kind !== 'guest'
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, site.accountId)
    const deleted = await deleteSite(tx, site, { now, inTrash, deletedBy: deleterOf(by) })
    await (inTrash ? writeSiteTrashed : writeSiteDeleted)(tx, deleted)
    await thaw(tx, site.accountId, limits, now)
    await log(tx, 'site.deleted', deleted, by, now)
    return deleted
  })
}

/** The limits of an account that is locked, and who restores. */
type Restoring = { accountId: string; limits: PlanLimits; by: Actor; now: Date }

/**
 * Where a site is added: brings back the one that `find` finds in the trash, the last deleted first, with `changes`; undefined if there
 * is none. Throws `plan_limit_reached`.
 */
export async function reviveTwin(
  tx: Transaction,
  restoring: Restoring,
  find: (trashed: readonly LiveSite[]) => LiveSite | undefined,
  changes: SiteChanges = {},
): Promise<SiteRecord | undefined> {
  const { accountId, now } = restoring
  const twin = find(await lockTrashedSites(tx, accountId, keptSince(now)))
  return twin && revive(tx, restoring, twin.id, changes)
}

/** Restores a site from the trash. Throws `not_found`, `conflict` for a site that was added again, `plan_limit_reached`. */
export function restoreSite({ db, plans, clock }: SiteDeps, { id, accountId }: OwnedSite, by: Actor) {
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockOpenLimits(tx, plans, accountId)
    const trashed = await lockTrashedSites(tx, accountId, keptSince(now))
    const site = trashed.find((each) => each.id === id)
    if (!site) throw noSuchSite()
    if (twinOf(await listLiveSites(tx, accountId), site))
      throw new AppError('conflict', 'Another site has this domain and name')
    return revive(tx, { accountId, limits, by, now }, id, {})
  })
}

async function revive(
  tx: Transaction,
  { accountId, limits, by, now }: Restoring,
  id: string,
  changes: SiteChanges,
): Promise<SiteRecord> {
  requireRoom('sites', (await listLiveSites(tx, accountId)).length, limits.sites)
  const wanted = await countKeywordsOfSite(tx, id)
  if (wanted > 0) requireRoom('keywords', await countKeywords(tx, accountId), limits.keywords, wanted)
  const before = await reviveRow(tx, { id, accountId }, keptSince(now))
  const site = await updateSite(tx, id, changedSettings(before, changes), { isMoved: false, paused: undefined, now })
  await writeSiteChanged(tx, site)
  await track(tx, { siteIds: [id] }, { limits, now })
  await log(tx, 'site.restored', site, by, now)
  return site
}

/** Deletes for good what was deleted too long ago, some sites; answers whether there were any. */
export async function endTrashStep(db: Database, now: Date): Promise<boolean> {
  return transact(db, async (tx) => {
    const ended = await endTrashedSites(tx, keptSince(now), mostEnded)
    for (const site of ended) await writeSiteDeleted(tx, site)
    return ended.length > 0
  })
}

function log(tx: Transaction, action: 'site.deleted' | 'site.restored', site: SiteRecord, by: Actor, now: Date) {
  const { accountId, domain, name } = site
  return writeTrashLog(tx, { accountId, action, by, detail: { site: domain, ...(name !== domain && { name }) }, now })
}
