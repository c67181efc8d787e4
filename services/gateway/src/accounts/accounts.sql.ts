import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const account = {
  id: text,
  email: text,
  plan: text.of<Plan>(),
  status: text.of<'active' | 'closed'>(),
  version: int,
  createdAt: time,
}
export type Account = RowOf<typeof account>

const columns = selectList(account, 'a')
const byId = `SELECT ${columns} FROM account a WHERE id = $1`
const accountById = query(account, byId)
const accountToLock = query(account, `${byId} FOR NO KEY UPDATE`)
const mailLock = statement(`SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))`)
const openAccountByMail = query(
  account,
  `SELECT ${columns} FROM account a WHERE email = $1 AND status = 'active' AND plan <> 'guest' ORDER BY created_at, id LIMIT 1`,
)
const allAccounts = query(account, `SELECT ${columns} FROM account a ORDER BY created_at, id`)
const accountInsert = query(
  account,
  `INSERT INTO account AS a (id, email, plan) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
)
const update = (set: string) => query(account, `UPDATE account a SET ${set} WHERE id = $1 RETURNING ${columns}`)
const planUpdate = update('plan = $2, version = version + 1')
const emailUpdate = update('email = $2')
const planAndEmailUpdate = update('plan = $2, email = $3, version = version + 1')
const clientsDeletion = statement('DELETE FROM oauth_client WHERE account_id = $1')
const closing = update(`status = 'closed', email = 'closed-' || id || '@closed.invalid', version = version + 1`)
const keysRevocation = statement(
  'UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND revoked_at IS NULL',
)
const dayLimitRaise = statement(
  `INSERT INTO allowance_day (account_id, day, day_limit) VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, $2)
   ON CONFLICT (account_id, day) DO UPDATE SET day_limit = greatest(allowance_day.day_limit, excluded.day_limit)`,
)

const noSuchAccount = 'No such account'

export function findAccount(db: Database | Transaction, id: string): Promise<Account | undefined> {
  return accountById.first(db, [id])
}

/** Throws `not_found`. */
export function requireAccount(db: Database, id: string): Promise<Account> {
  return accountById.require(db, [id], noSuchAccount)
}

export function findAndLockAccount(tx: Transaction, id: string): Promise<Account | undefined> {
  return accountToLock.first(tx, [id])
}

/** An account, locked until the transaction ends. Throws `not_found`. */
export function lockAccount(tx: Transaction, id: string): Promise<Account> {
  return accountToLock.require(tx, [id], noSuchAccount)
}

/** The oldest open account with this address. Until the transaction ends no other call looks for it, so none makes a second one. */
export async function findByMail(tx: Transaction, email: string): Promise<Account | undefined> {
  await mailLock.run(tx, [email])
  return openAccountByMail.first(tx, [email])
}

export function listAccounts(db: Database): Promise<Account[]> {
  return allAccounts.rows(db)
}

/** Undefined if the id is taken. */
export function insertAccount(
  tx: Transaction,
  { id, email, plan }: Pick<Account, 'id' | 'email' | 'plan'>,
): Promise<Account | undefined> {
  return accountInsert.first(tx, [id, email, plan])
}

/** Changes the plan; today's limit stays at least `dayLimit`. */
export async function updatePlan(tx: Transaction, id: string, plan: Plan, dayLimit: number): Promise<Account> {
  await dayLimitRaise.run(tx, [id, dayLimit])
  return planUpdate.require(tx, [id, plan], noSuchAccount)
}

export function updateEmail(tx: Transaction, id: string, email: string): Promise<Account> {
  return emailUpdate.require(tx, [id, email], noSuchAccount)
}

export function updatePlanAndEmail(tx: Transaction, id: string, plan: Plan, email: string): Promise<Account> {
  return planAndEmailUpdate.require(tx, [id, plan, email], noSuchAccount)
}

/** Closes an account for good, revokes its keys, deletes its OAuth clients and forgets its address. */
export async function updateToClosed(tx: Transaction, id: string): Promise<Account> {
  await keysRevocation.run(tx, [id])
  await clientsDeletion.run(tx, [id])
  return closing.require(tx, [id], noSuchAccount)
}
