import type { PlanLimits, PlanTable } from '@rts/shared/plans'
import type { Transaction } from '@rts/shared/service/transaction'
import { lockAccount, noSuchAccount } from './accounts.sql.ts'

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
