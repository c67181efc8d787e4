import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { type Actor, deleterOf, lockLimits, lockOpenLimits } from '../accounts/accounts.ts'
import { keptSince, keptUntil } from '../ending/ending.ts'
import { transact } from '../transact.ts'
import { thaw } from './freezing.ts'
import { twinOf } from './rules/site-twins.ts'
import { listLiveSites, type OwnedSite } from './site-changes.sql.ts'
import type { SiteDeps } from './site-changes.ts'
import { writeSiteDeleted, writeSiteTrashed } from './site-facts.ts'
import { siteOf } from './site-list.ts'
import { logSite, revive } from './site-restoring.ts'
import { noSuchSite, type SiteRecord, type SiteScope } from './sites.sql.ts'
import { deleteSite, endTrashedSites, lockTrashedSites } from './trash.sql.ts'

const maxEnded = 20

export function siteRemovalHandlers(deps: SiteDeps) {
  const { db } = deps
  return {
    'sites.delete': async ({ params, caller }) => {
      const { deletedAt } = await removeSite(deps, await siteOf(db, caller, params.id), caller)
      const isKept = deletedAt && caller.kind !== 'guest'
      return { ok: true, ...(isKept && { restorableUntil: keptUntil(deletedAt).toISOString() }) }
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
    await logSite(tx, 'site.deleted', deleted, by, now)
    return deleted
  })
}

/** Restores a site from the trash. Throws `not_found`, `conflict` for a site that was added again, `plan_limit_reached`. */
export function restoreSite({ db, plans, clock }: SiteDeps, { accountId, siteIds }: SiteScope, id: string, by: Actor) {
  if (siteIds?.includes(id) === false) throw noSuchSite()
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockOpenLimits(tx, plans, accountId)
    const trashed = await lockTrashedSites(tx, accountId, keptSince(now))
    const site = trashed.find((each) => each.id === id)
    if (!site) throw noSuchSite()
    if (twinOf(await listLiveSites(tx, accountId), site)) throw new AppError('conflict', refusals.siteExists)
    return revive(tx, { accountId, limits, by, now }, id, {})
  })
}

/** Deletes for good what was deleted too long ago, some sites; answers whether there were any. */
export async function endTrashStep(db: Database, now: Date): Promise<boolean> {
  return transact(db, async (tx) => {
    const ended = await endTrashedSites(tx, keptSince(now), maxEnded)
    for (const site of ended) await writeSiteDeleted(tx, site)
    return ended.length > 0
  })
}
