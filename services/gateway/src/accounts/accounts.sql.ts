import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'

export type Account = {
  id: string
  email: string
  plan: Plan
  status: 'active' | 'closed'
  /** Of its last fact. */
  version: number
  createdAt: Date
}

const columns = `id, email, plan, status, version, created_at AS "createdAt"`

export async function findAccount(
  db: Database | Transaction,
  id: string,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<Account | undefined> {
  const found = await db.query<Account>(`SELECT ${columns} FROM account WHERE id = $1 ${lock}`, [id])
  return found.rows[0]
}

/** Throws `not_found`. */
export async function requireAccount(db: Database, id: string): Promise<Account> {
  return required(await findAccount(db, id))
}

/** An account, locked until the transaction ends. Throws `not_found`. */
export async function lockAccount(tx: Transaction, id: string): Promise<Account> {
  return required(await findAccount(tx, id, 'FOR NO KEY UPDATE'))
}

/** The oldest open account with this address. Until the transaction ends no other one looks for it, so none makes a second one. */
export async function findByMail(tx: Transaction, email: string): Promise<Account | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))`, [email])
  const found = await tx.query<Account>(
    `SELECT ${columns} FROM account WHERE email = $1 AND status = 'active' AND plan <> 'guest'
     ORDER BY created_at, id LIMIT 1`,
    [email],
  )
  return found.rows[0]
}

export async function listAccounts(db: Database): Promise<Account[]> {
  const found = await db.query<Account>(`SELECT ${columns} FROM account ORDER BY created_at, id`)
  return found.rows
}

/** Undefined if the id is taken. */
export async function insertAccount(
  tx: Transaction,
  { id, email, plan }: Pick<Account, 'id' | 'email' | 'plan'>,
): Promise<Account | undefined> {
  const inserted = await tx.query<Account>(
    `INSERT INTO account (id, email, plan) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
    [id, email, plan],
  )
  return inserted.rows[0]
}

export function updatePlan(tx: Transaction, id: string, plan: Plan): Promise<Account> {
  return update(tx, 'plan = $2, version = version + 1', [id, plan])
}

export function updateEmail(tx: Transaction, id: string, email: string): Promise<Account> {
  return update(tx, 'email = $2', [id, email])
}

export function updatePlanAndEmail(tx: Transaction, id: string, plan: Plan, email: string): Promise<Account> {
  return update(tx, 'plan = $2, email = $3, version = version + 1', [id, plan, email])
}

/** Closes an account for good and forgets its address. */
export function updateToClosed(tx: Transaction, id: string): Promise<Account> {
  return update(tx, `status = 'closed', email = 'closed-' || id || '@closed.invalid', version = version + 1`, [id])
}

export async function revokeKeysOf(tx: Transaction, id: string): Promise<void> {
  await tx.query('UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND revoked_at IS NULL', [id])
}

/** Today's limit is at least this from now on. */
export async function raiseDayLimit(tx: Transaction, id: string, callsPerDay: number): Promise<void> {
  await tx.query(
    `INSERT INTO allowance_day (account_id, day, day_limit) VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, $2)
     ON CONFLICT (account_id, day) DO UPDATE SET day_limit = greatest(allowance_day.day_limit, excluded.day_limit)`,
    [id, callsPerDay],
  )
}

async function update(tx: Transaction, set: string, values: string[]): Promise<Account> {
  const changed = await tx.query<Account>(`UPDATE account SET ${set} WHERE id = $1 RETURNING ${columns}`, values)
  return required(changed.rows[0])
}

function required(account: Account | undefined): Account {
  if (!account) throw new AppError('not_found', 'No such account')
  return account
}
