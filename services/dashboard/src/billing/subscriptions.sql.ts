import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'

/** What the other services were told of an account's plan, and the last reminder. */
export type SubscriptionRow = {
  plan: Plan
  paidUntil: Date | null
  nextPlan: Plan | null
  version: number
  remindedFor: Date | null
  remindedDays: number | null
  closedAt: Date | null
}

const none: SubscriptionRow = {
  plan: 'free',
  paidUntil: null,
  nextPlan: null,
  version: 0,
  remindedFor: null,
  remindedDays: null,
  closedAt: null,
}

export async function findSubscription(db: Database | Transaction, accountId: string): Promise<SubscriptionRow> {
  const found = await db.query<SubscriptionRow>(
    `SELECT plan, paid_until AS "paidUntil", next_plan AS "nextPlan", version, reminded_for AS "remindedFor",
       reminded_days AS "remindedDays", closed_at AS "closedAt" FROM subscription WHERE account_id = $1`,
    [accountId],
  )
  return found.rows[0] ?? none
}

/** Stores all but the end of the account. */
export async function storeSubscription(
  tx: Transaction,
  accountId: string,
  row: Omit<SubscriptionRow, 'closedAt'> & { dueAt: Date | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO subscription (account_id, plan, paid_until, next_plan, version, due_at, reminded_for, reminded_days)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (account_id) DO UPDATE SET plan = $2, paid_until = $3, next_plan = $4,
       version = $5, due_at = $6, reminded_for = $7, reminded_days = $8`,
    [accountId, row.plan, row.paidUntil, row.nextPlan, row.version, row.dueAt, row.remindedFor, row.remindedDays],
  )
}

export async function storeNextPlan(tx: Transaction, accountId: string, nextPlan: Plan | null): Promise<void> {
  await tx.query('UPDATE subscription SET next_plan = $2 WHERE account_id = $1', [accountId, nextPlan])
}

/** The account whose plan is the next to change by time alone; undefined if none is due. */
export async function findDue(db: Database, now: Date): Promise<string | undefined> {
  const found = await db.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM subscription WHERE due_at <= $1 ORDER BY due_at LIMIT 1',
    [now],
  )
  return found.rows[0]?.accountId
}

export async function postpone(db: Database, accountId: string, dueAt: Date): Promise<void> {
  await db.query('UPDATE subscription SET due_at = $2 WHERE account_id = $1', [accountId, dueAt])
}

export async function isClosed(tx: Transaction, accountId: string): Promise<boolean> {
  const found = await tx.query('SELECT 1 FROM subscription WHERE account_id = $1 AND closed_at IS NOT NULL', [
    accountId,
  ])
  return found.rowCount === 1
}

export async function closeSubscription(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO subscription (account_id, plan, closed_at) VALUES ($1, 'free', $2)
     ON CONFLICT (account_id) DO UPDATE SET closed_at = $2, due_at = NULL`,
    [accountId, now],
  )
}
