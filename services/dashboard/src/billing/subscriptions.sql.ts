import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, float, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Order } from './orders.sql.ts'
import type { Period } from './rules/periods.ts'

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

const period: Columns<Period> = {
  orderId: text,
  plan: text.of<Period['plan']>(),
  months: int,
  currency: text.of<Period['currency']>(),
  price: float,
  startsAt: time.filled,
  endsAt: time.filled,
  anchorDay: int.filled,
  isCut: boolean,
}
type Paid = Pick<Period, 'startsAt' | 'endsAt' | 'anchorDay'> & { method: string; paidAt: Date }

const periodsOfAccount = query(
  period,
  `SELECT ${selectList(period, 'o', { orderId: 'o.id', price: 'o.price::float8' })} FROM billing_order o
   WHERE account_id = $1 AND starts_at IS NOT NULL ORDER BY starts_at, id`,
)
const payment = statement(
  `UPDATE billing_order SET status = 'paid', reason = NULL, is_pending = false, method = $2, paid_at = $3, starts_at = $4,
     ends_at = $5, anchor_day = $6 WHERE id = $1`,
)
const shift = statement('UPDATE billing_order SET starts_at = $2, ends_at = $3, is_cut = $4 WHERE id = $1')
const balance = query(
  { sum: float },
  'SELECT coalesce(sum(amount), 0)::float8 AS sum FROM credit_entry WHERE account_id = $1',
)
const credit = statement(
  'INSERT INTO credit_entry (account_id, order_id, amount, reason, at) VALUES ($1, $2, $3, $4, $5)',
)

export function periodsOf(db: Database | Transaction, accountId: string): Promise<Period[]> {
  return periodsOfAccount.rows(db, [accountId])
}

export async function storePaid(tx: Transaction, id: string, paid: Paid): Promise<void> {
  const { method, paidAt, startsAt, endsAt, anchorDay } = paid
  await payment.run(tx, [id, method, paidAt, startsAt, endsAt, anchorDay])
}

export async function storePeriods(tx: Transaction, before: readonly Period[], after: readonly Period[]) {
  for (const [i, { orderId, startsAt, endsAt, isCut }] of after.entries()) {
    const was = before[i]
    if (was?.startsAt.getTime() === startsAt.getTime() && was.endsAt.getTime() === endsAt.getTime()) continue
    await shift.run(tx, [orderId, startsAt, endsAt, isCut])
  }
}

export async function balanceOf(db: Database | Transaction, accountId: string): Promise<number> {
  return (await balance.first(db, [accountId]))?.sum ?? 0
}

type CreditReason = 'used' | 'left' | 'surplus' | 'surplus_back' | 'refund'

export async function addCredit(
  tx: Transaction,
  { accountId, id }: Pick<Order, 'accountId' | 'id'>,
  amount: number,
  reason: CreditReason,
  at: Date,
): Promise<void> {
  if (amount !== 0) await credit.run(tx, [accountId, id, amount, reason, at])
}
