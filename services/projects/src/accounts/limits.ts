import type { PlanLimits, PlanTable } from '@rts/shared/plans'
import type { Transaction } from '@rts/shared/service/transaction'
import { track } from '../rank-checks/rank-checks.ts'
import {
  listFreezableKeywords,
  listFreezableSites,
  listFrozenSites,
  lockAccount,
  noSuchAccount,
  toggleFrozen,
} from './accounts.sql.ts'
import { wronglyFrozen } from './rules/frozen.ts'

/** Locks an account, so that other changes within its limits wait; answers the limits of its stored plan. Throws `not_found`. */
export async function lockLimits(tx: Transaction, plans: PlanTable, accountId: string): Promise<PlanLimits> {
  return plans[(await lockAccount(tx, accountId)).plan]
}

/** The same before sites are added. Throws `not_found` for a closed account: its new sites would never be deleted. */
export async function lockOpenLimits(tx: Transaction, plans: PlanTable, accountId: string): Promise<PlanLimits> {
  const { plan, status } = await lockAccount(tx, accountId)
  if (status !== 'active') throw noSuchAccount()
  return plans[plan]
}

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

async function refreeze(tx: Transaction, accountId: string, limits: PlanLimits): Promise<boolean> {
  const sites = await listFreezableSites(tx, accountId)
  const wrong = wronglyFrozen(limits, sites, await listFreezableKeywords(tx, accountId))
  await toggleFrozen(tx, wrong)
  return wrong.sites.length + wrong.keywords.length > 0
}
