import { siteIsFrozen } from '@rts/shared/facts/frozen-site'
import type { PlanLimits, PlanTable } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { readLimits } from '../accounts/accounts.ts'
import { track } from '../queue/queue.ts'
import { listFreezableKeywords, listFreezableSites, listFrozenSites, toggleFrozen } from './freezing.sql.ts'
import { wronglyFrozen } from './rules/frozen.ts'
import { writeSiteChanged } from './site-facts.ts'
import type { Site } from './sites.sql.ts'

/** Freezes and unfreezes rows by new limits, and makes due what these allow. The account's row must be locked. */
export async function applyLimits(tx: Transaction, accountId: string, limits: PlanLimits, now: Date): Promise<void> {
  await refreeze(tx, accountId, limits)
  const siteIds = (await listFreezableSites(tx, accountId)).map(({ id }) => id)
  await track(tx, { siteIds }, { limits, now })
}

/** Unfreezes, after a deletion, the rows that the limits then allow. */
export async function thaw(tx: Transaction, accountId: string, limits: PlanLimits, now: Date): Promise<void> {
  const siteIds = await listFrozenSites(tx, accountId)
  if (siteIds.length > 0 && (await refreeze(tx, accountId, limits))) await track(tx, { siteIds }, { limits, now })
}

/** Throws `plan_limit_reached`, which names sites, for a frozen site. The account must be locked. */
export async function requireThawed(
  tx: Transaction,
  { accountId, frozen }: Pick<Site, 'accountId' | 'frozen'>,
  limits: PlanLimits,
): Promise<void> {
  if (frozen) throw siteIsFrozen(await roomOf(tx, accountId, limits))
}

/** How many sites the plan of an account allows, and how many it has. */
export async function siteRoom(db: Database, plans: PlanTable, accountId: string) {
  return roomOf(db, accountId, await readLimits(db, plans, accountId))
}

async function roomOf(db: Database | Transaction, accountId: string, { sites: max }: PlanLimits) {
  return { max, used: (await listFreezableSites(db, accountId)).length }
}

/** The other services learn by facts which sites are frozen. */
async function refreeze(tx: Transaction, accountId: string, limits: PlanLimits): Promise<boolean> {
  const sites = await listFreezableSites(tx, accountId)
  const wrong = wronglyFrozen(limits, sites, await listFreezableKeywords(tx, accountId))
  for (const site of await toggleFrozen(tx, wrong)) await writeSiteChanged(tx, site)
  return wrong.sites.length + wrong.keywords.length > 0
}
