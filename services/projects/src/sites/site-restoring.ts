import type { PlanLimits } from '@rts/shared/plans'
import type { Transaction } from '@rts/shared/service/transaction'
import { type Actor, countKeywords, requireRoom, writeTrashLog } from '../accounts/accounts.ts'
import { keptSince } from '../ending/ending.ts'
import { track } from '../queue/queue.ts'
import { countKeywordsOfSite } from './claims.sql.ts'
import { changedSettings, type SiteChanges } from './rules/site-settings.ts'
import { type LiveSite, listLiveSites, updateSite } from './site-changes.sql.ts'
import { writeSiteChanged } from './site-facts.ts'
import type { SiteRecord } from './sites.sql.ts'
import { lockTrashedSites, reviveRow } from './trash.sql.ts'

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

/** Brings a site back that is locked in the trash, with `changes`. Throws `plan_limit_reached`. */
export async function revive(
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
  await logSite(tx, 'site.restored', site, by, now)
  return site
}

/** Writes a deletion or a restoration of a site to the account's audit log. */
export function logSite(
  tx: Transaction,
  action: 'site.deleted' | 'site.restored',
  site: SiteRecord,
  by: Actor,
  now: Date,
) {
  const { accountId, domain, name } = site
  return writeTrashLog(tx, { accountId, action, by, detail: { site: domain, ...(name !== domain && { name }) }, now })
}
