import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { Order } from './orders.sql.ts'
import type { Period } from './rules/periods.ts'

/** The periods that the paid orders of an account give. */
export async function periodsOf(db: Database | Transaction, accountId: string): Promise<Period[]> {
  const found = await db.query<Period>(
    `SELECT id AS "orderId", plan, months, currency, price::float8 AS price, starts_at AS "startsAt", ends_at AS "endsAt",
       anchor_day AS "anchorDay", is_cut AS "isCut" FROM billing_order WHERE account_id = $1 AND starts_at IS NOT NULL ORDER BY starts_at, id`,
    [accountId],
  )
  return found.rows
}

/** The order is paid: its period begins. */
export async function storePaid(
  tx: Transaction,
  id: string,
  {
    method,
    paidAt,
    startsAt,
    endsAt,
    anchorDay,
  }: Pick<Period, 'startsAt' | 'endsAt' | 'anchorDay'> & {
    method: string
    paidAt: Date
  },
): Promise<void> {
  await tx.query(
    `UPDATE billing_order SET status = 'paid', reason = NULL, is_pending = false, method = $2, paid_at = $3, starts_at = $4,
       ends_at = $5, anchor_day = $6 WHERE id = $1`,
    [id, method, paidAt, startsAt, endsAt, anchorDay],
  )
}

/** Stores the periods that have changed. */
export async function storePeriods(
  tx: Transaction,
  before: readonly Period[],
  after: readonly Period[],
): Promise<void> {
  for (const [i, { orderId, startsAt, endsAt, isCut }] of after.entries()) {
    const was = before[i]
    if (was?.startsAt.getTime() === startsAt.getTime() && was.endsAt.getTime() === endsAt.getTime()) continue
    await tx.query('UPDATE billing_order SET starts_at = $2, ends_at = $3, is_cut = $4 WHERE id = $1', [
      orderId,
      startsAt,
      endsAt,
      isCut,
    ])
  }
}

/** The credit of an account, in rupiah. */
export async function balanceOf(db: Database | Transaction, accountId: string): Promise<number> {
  const found = await db.query<{ sum: number }>(
    'SELECT coalesce(sum(amount), 0)::float8 AS sum FROM credit_entry WHERE account_id = $1',
    [accountId],
  )
  return found.rows[0]?.sum ?? 0
}

export type CreditReason = 'used' | 'left' | 'surplus' | 'surplus_back' | 'refund'

export async function addCredit(
  tx: Transaction,
  { accountId, id }: Pick<Order, 'accountId' | 'id'>,
  amount: number,
  reason: CreditReason,
  at: Date,
): Promise<void> {
  if (amount === 0) return
  await tx.query('INSERT INTO credit_entry (account_id, order_id, amount, reason, at) VALUES ($1, $2, $3, $4, $5)', [
    accountId,
    id,
    amount,
    reason,
    at,
  ])
}
