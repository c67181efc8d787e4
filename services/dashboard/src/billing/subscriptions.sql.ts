import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** The last announcement of an account's plan to the other services, and the last reminder. */
const subscription = {
  plan: text.of<Plan>(),
  paidUntil: time.orNull,
  nextPlan: text.of<Plan>().orNull,
  version: int,
  remindedFor: time.orNull,
  remindedDays: int.orNull,
  closedAt: time.orNull,
}
export type SubscriptionRow = RowOf<typeof subscription>

const none: SubscriptionRow = {
  plan: 'free',
  paidUntil: null,
  nextPlan: null,
  version: 0,
  remindedFor: null,
  remindedDays: null,
  closedAt: null,
}

const subscriptionOf = query(
  subscription,
  `SELECT ${selectList(subscription, 's')} FROM subscription s WHERE account_id = $1`,
)
const upsert = statement(
  `INSERT INTO subscription (account_id, plan, paid_until, next_plan, version, due_at, reminded_for, reminded_days)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (account_id) DO UPDATE SET plan = $2, paid_until = $3, next_plan = $4,
     version = $5, due_at = $6, reminded_for = $7, reminded_days = $8`,
)
const newNextPlan = statement('UPDATE subscription SET next_plan = $2 WHERE account_id = $1')
const nextDue = query(
  { accountId: text },
  'SELECT account_id AS "accountId" FROM subscription WHERE due_at <= $1 ORDER BY due_at LIMIT 1',
)
const newDue = statement('UPDATE subscription SET due_at = $2 WHERE account_id = $1')
const closing = statement(
  `INSERT INTO subscription (account_id, plan, closed_at) VALUES ($1, 'free', $2)
   ON CONFLICT (account_id) DO UPDATE SET closed_at = $2, due_at = NULL`,
)

export async function findSubscription(db: Database | Transaction, accountId: string): Promise<SubscriptionRow> {
  return (await subscriptionOf.first(db, [accountId])) ?? none
}

/** Stores all but the end of the account. */
export async function storeSubscription(
  tx: Transaction,
  accountId: string,
  row: Omit<SubscriptionRow, 'closedAt'> & { dueAt: Date | null },
): Promise<void> {
  const { plan, paidUntil, nextPlan, version, dueAt, remindedFor, remindedDays } = row
  await upsert.run(tx, [accountId, plan, paidUntil, nextPlan, version, dueAt, remindedFor, remindedDays])
}

export async function storeNextPlan(tx: Transaction, accountId: string, nextPlan: Plan | null): Promise<void> {
  await newNextPlan.run(tx, [accountId, nextPlan])
}

/** The account whose plan is the next to change by time alone; undefined if none is due. */
export async function findDue(db: Database, now: Date): Promise<string | undefined> {
  return (await nextDue.first(db, [now]))?.accountId
}

export async function postpone(db: Database, accountId: string, dueAt: Date): Promise<void> {
  await newDue.run(db, [accountId, dueAt])
}

export async function isClosed(tx: Transaction, accountId: string): Promise<boolean> {
  return (await findSubscription(tx, accountId)).closedAt !== null
}

export async function closeSubscription(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await closing.run(tx, [accountId, now])
}
