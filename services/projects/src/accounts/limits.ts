import { AppError } from '@rts/shared/errors'
import type { Plan, PlanLimits, PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'

/** Locks an account, so that other changes within its limits wait; answers the limits of its stored plan. */
export async function lockLimits(client: PoolClient, plans: PlanTable, accountId: string): Promise<PlanLimits> {
  return plans[(await lockAccount(client, accountId)).plan]
}

/** The same before sites are added. Throws `not_found` for a closed account: its new sites would never be deleted. */
export async function lockOpenLimits(client: PoolClient, plans: PlanTable, accountId: string): Promise<PlanLimits> {
  const { plan, status } = await lockAccount(client, accountId)
  if (status !== 'active') throw noSuchAccount()
  return plans[plan]
}

export function noSuchAccount(): AppError {
  return new AppError('not_found', 'No such account')
}

async function lockAccount(client: PoolClient, accountId: string): Promise<{ plan: Plan; status: string }> {
  const found = await client.query<{ plan: Plan; status: string }>(
    'SELECT plan, status FROM account WHERE id = $1 FOR UPDATE',
    [accountId],
  )
  if (!found.rows[0]) throw noSuchAccount()
  return found.rows[0]
}
