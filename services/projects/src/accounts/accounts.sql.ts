import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'

export type LockedAccount = { id: string; plan: Plan; status: string }
export type StatedAccount = { id: string; plan: Plan; status: 'active' | 'closed'; checkEveryDays?: number | undefined }

const knownSql = 'SELECT plan, known_at AS "knownAt" FROM account WHERE id = $1'

export function noSuchAccount(): AppError {
  return new AppError('not_found', 'No such account')
}

/** Locks an account, so that other changes within its limits wait. Throws `not_found`. */
export async function lockAccount(tx: Transaction, id: string): Promise<LockedAccount> {
  const found = await tx.query<LockedAccount>('SELECT id, plan, status FROM account WHERE id = $1 FOR UPDATE', [id])
  if (!found.rows[0]) throw noSuchAccount()
  return found.rows[0]
}

/** Locks accounts, always in the same order. */
export async function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<LockedAccount[]> {
  const found = await tx.query<LockedAccount>(
    'SELECT id, plan, status FROM account WHERE id = ANY($1) ORDER BY id FOR UPDATE',
    [ids],
  )
  return found.rows
}

/** Days between checks are null where the plan decides. */
export async function findAccount(records: Records, id: string) {
  return records.account.findUnique({ where: { id } })
}

export async function findKnownPlan(db: Database, id: string): Promise<{ plan: string; knownAt: Date } | undefined> {
  const query = { name: 'account.known', text: knownSql, values: [id] }
  return (await db.query<{ plan: string; knownAt: Date }>(query)).rows[0]
}

/** Stores the plan of an account that is new here; `mayChange`: also a newer plan of a known one. Answers whether it wrote. */
export async function storePlan(
  tx: Transaction,
  { id, plan, at, mayChange }: { id: string; plan: Plan; at: Date; mayChange: boolean },
): Promise<boolean> {
  const stored = await tx.query(
    `INSERT INTO account AS a (id, plan, known_at) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, known_at = excluded.known_at
     WHERE $4 AND a.known_at < excluded.known_at AND a.plan <> excluded.plan RETURNING 1`,
    [id, plan, at, mayChange],
  )
  return stored.rowCount === 1
}

export async function storeAccount(
  tx: Transaction,
  { id, plan, status, checkEveryDays }: StatedAccount,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO account AS a (id, plan, status, version, known_at, check_every_days) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, status = excluded.status, version = excluded.version,
       known_at = greatest(a.known_at, excluded.known_at), check_every_days = excluded.check_every_days`,
    [id, plan, status, version, now, checkEveryDays ?? null],
  )
}

/** The number of live keywords on an account's live sites. */
export async function countKeywords(db: Database | Transaction, accountId: string): Promise<number> {
  const found = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM keyword k JOIN site s ON s.id = k.site_id
     WHERE s.account_id = $1 AND s.deleted_at IS NULL AND k.deleted_at IS NULL`,
    [accountId],
  )
  return found.rows[0]?.n ?? 0
}
