import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import type { Pool, PoolClient } from 'pg'

export type Account = {
  id: string
  email: string
  plan: Plan
  status: 'active' | 'closed'
  /** Of its last fact. */
  version: number
  createdAt: Date
}

export const accountColumns = `id, email, plan, status, version, created_at AS "createdAt"`

export async function findAccount(
  client: Pool | PoolClient,
  id: string,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<Account | undefined> {
  const found = await client.query<Account>(`SELECT ${accountColumns} FROM account WHERE id = $1 ${lock}`, [id])
  return found.rows[0]
}

/** An account, locked until the transaction ends. Throws `not_found`; `conflict` if it is closed or a guest's. */
export async function lockOpenAccount(client: PoolClient, id: string): Promise<Account> {
  const account = await findAccount(client, id, 'FOR NO KEY UPDATE')
  if (!account) throw noSuchAccount()
  if (account.status === 'closed') throw new AppError('conflict', 'This account is closed')
  if (account.plan === 'guest') throw new AppError('conflict', 'This account is a guest’s, until a person claims it')
  return account
}

/** The oldest open account with this address. Until the transaction ends nobody else looks for it, so nobody makes a second one. */
export async function findByMail(client: PoolClient, email: string): Promise<Account | undefined> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))`, [email])
  const found = await client.query<Account>(
    `SELECT ${accountColumns} FROM account WHERE email = $1 AND status = 'active' AND plan <> 'guest'
     ORDER BY created_at, id LIMIT 1`,
    [email],
  )
  return found.rows[0]
}

export function noSuchAccount(): AppError {
  return new AppError('not_found', 'No such account')
}
