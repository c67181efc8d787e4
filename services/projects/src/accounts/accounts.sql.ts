import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

const rhythm = { plan: text.of<Plan>(), checkEveryDays: int.orNull }
const locked = { ...rhythm, id: text, status: text }
export type LockedAccount = RowOf<typeof locked>
export type StatedAccount = { id: string; plan: Plan; status: 'active' | 'closed'; checkEveryDays?: number | undefined }
const knownPlan = { plan: text.of<Plan>(), knownAt: time }

const lockOne = query(locked, `SELECT ${selectList(locked, 'account')} FROM account WHERE id = $1 FOR UPDATE`)
const lockMany = query(
  locked,
  `SELECT ${selectList(locked, 'account')} FROM account WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
)
const planKnown = query(
  knownPlan,
  `SELECT ${selectList(knownPlan, 'account')} FROM account WHERE id = $1`,
  'account.known',
)
const upsertPlan = statement(
  `INSERT INTO account AS a (id, plan, known_at) VALUES ($1, $2, $3)
   ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, known_at = excluded.known_at
   WHERE $4 AND a.known_at < excluded.known_at AND a.plan <> excluded.plan`,
)
const upsertAccount = statement(
  `INSERT INTO account AS a (id, plan, status, version, known_at, check_every_days) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, status = excluded.status, version = excluded.version,
     known_at = greatest(a.known_at, excluded.known_at), check_every_days = excluded.check_every_days`,
)
const liveKeywords = query(
  { n: int },
  `SELECT count(*)::int AS n FROM keyword k JOIN site s ON s.id = k.site_id
   WHERE s.account_id = $1 AND s.deleted_at IS NULL AND NOT s.frozen AND k.deleted_at IS NULL`,
)

export function noSuchAccount(): AppError {
  return new AppError('not_found', 'No such account')
}

/** Locks an account, so that other changes within its limits wait. Throws `not_found`. */
export async function lockAccount(tx: Transaction, id: string): Promise<LockedAccount> {
  const account = await lockOne.first(tx, [id])
  if (!account) throw noSuchAccount()
  return account
}

export function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<LockedAccount[]> {
  return lockMany.rows(tx, [ids])
}

/** Days between checks are null where the plan decides. */
export function findAccount(records: Records, id: string) {
  return records.account.findUnique({ where: { id } })
}

export function findKnownPlan(db: Database, id: string): Promise<RowOf<typeof knownPlan> | undefined> {
  return planKnown.first(db, [id])
}

export function findLocked(tx: Transaction, id: string): Promise<LockedAccount | undefined> {
  return lockOne.first(tx, [id])
}

/** Stores the plan of an account that is new here; `mayChange`: also a newer plan of a known one. Answers whether it wrote. */
export async function storePlan(
  tx: Transaction,
  { id, plan, at, mayChange }: { id: string; plan: Plan; at: Date; mayChange: boolean },
): Promise<boolean> {
  return (await upsertPlan.run(tx, [id, plan, at, mayChange])) === 1
}

export async function storeAccount(
  tx: Transaction,
  { id, plan, status, checkEveryDays }: StatedAccount,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  await upsertAccount.run(tx, [id, plan, status, version, now, checkEveryDays ?? null])
}

/** The keywords that count towards the plan: those of sites that are not frozen. */
export async function countKeywords(db: Database | Transaction, accountId: string): Promise<number> {
  return (await liveKeywords.first(db, [accountId]))?.n ?? 0
}
