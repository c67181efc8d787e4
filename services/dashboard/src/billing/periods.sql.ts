import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, float, int, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Order } from './orders.sql.ts'
import type { Period } from './rules/periods.ts'

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

/** The periods that the paid orders of an account give. */
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

/** The credit of an account, in rupiah. */
export async function balanceOf(db: Database | Transaction, accountId: string): Promise<number> {
  return (await balance.first(db, [accountId]))?.sum ?? 0
}

export type CreditReason = 'used' | 'left' | 'surplus' | 'surplus_back' | 'refund'

export async function addCredit(
  tx: Transaction,
  { accountId, id }: Pick<Order, 'accountId' | 'id'>,
  amount: number,
  reason: CreditReason,
  at: Date,
): Promise<void> {
  if (amount !== 0) await credit.run(tx, [accountId, id, amount, reason, at])
}
