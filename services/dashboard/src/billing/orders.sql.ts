import { AppError } from '@rts/shared/errors'
import type { Pool, PoolClient } from 'pg'
import type { OrderKind, PaidPlan } from './rules/offers.ts'
import type { KnownPayment, OrderStatus, PaymentRole, ReviewReason, Sighting } from './rules/order-states.ts'
import type { Currency, Period } from './rules/periods.ts'

export type ProviderName = 'midtrans' | 'xendit'
export type Order = {
  id: string
  accountId: string
  email: string
  kind: OrderKind
  plan: PaidPlan
  months: 1 | 12
  currency: Currency
  price: number
  amount: number
  credit: number
  fromBalance: number
  status: OrderStatus
  reason: ReviewReason | null
  provider: ProviderName | null
  refs: string[]
  payUrl: string | null
  method: string | null
  isPending: boolean
  createdAt: Date
  expiresAt: Date | null
  paidAt: Date | null
  startsAt: Date | null
  endsAt: Date | null
  receiptNumber: number | null
}
export type Payment = KnownPayment &
  Pick<Sighting, 'method' | 'amount' | 'currency' | 'refunded' | 'at'> & { provider: string; role: PaymentRole }

/** Of orders `o`. A double holds every amount that the contract allows exactly. */
export const orderColumns = `o.id, o.account_id AS "accountId", o.email, o.kind, o.plan, o.months, o.currency,
  o.price::float8 AS price, o.amount::float8 AS amount, o.credit::float8 AS credit, o.from_balance::float8 AS "fromBalance",
  o.status, o.reason, o.provider, o.refs, o.pay_url AS "payUrl", o.method, o.is_pending AS "isPending",
  o.created_at AS "createdAt", o.expires_at AS "expiresAt", o.paid_at AS "paidAt", o.starts_at AS "startsAt", o.ends_at AS "endsAt",
  (SELECT r.number FROM receipt r WHERE r.order_id = o.id) AS "receiptNumber"`

/** An order, locked until the transaction ends. Throws `not_found`. */
export async function lockOrder(client: PoolClient, id: string): Promise<Order> {
  const found = await client.query<Order>(
    `SELECT ${orderColumns} FROM billing_order o WHERE o.id = $1 FOR UPDATE OF o`,
    [id],
  )
  if (!found.rows[0]) throw noSuchOrder()
  return found.rows[0]
}

export async function paymentsOf(
  db: Pool | PoolClient,
  orderIds: readonly string[],
): Promise<(Payment & { orderId: string })[]> {
  const found = await db.query<Payment & { orderId: string }>(
    `SELECT order_id AS "orderId", provider, payment_id AS "paymentId", method, amount::float8 AS amount, currency, status, role,
       refunded::float8 AS refunded, at FROM payment WHERE order_id = ANY($1) ORDER BY at, payment_id`,
    [orderIds],
  )
  return found.rows
}

/** What the paid orders of an account give. */
export async function periodsOf(db: Pool | PoolClient, accountId: string): Promise<Period[]> {
  const found = await db.query<Period>(
    `SELECT id AS "orderId", plan, months, currency, price::float8 AS price, starts_at AS "startsAt", ends_at AS "endsAt",
       anchor_day AS "anchorDay", is_cut AS "isCut" FROM billing_order WHERE account_id = $1 AND starts_at IS NOT NULL ORDER BY starts_at, id`,
    [accountId],
  )
  return found.rows
}

/** Stores what has become of periods. */
export async function storePeriods(
  client: PoolClient,
  before: readonly Period[],
  after: readonly Period[],
): Promise<void> {
  for (const [i, { orderId, startsAt, endsAt, isCut }] of after.entries()) {
    const was = before[i]
    if (was?.startsAt.getTime() === startsAt.getTime() && was.endsAt.getTime() === endsAt.getTime()) continue
    await client.query('UPDATE billing_order SET starts_at = $2, ends_at = $3, is_cut = $4 WHERE id = $1', [
      ...[orderId, startsAt, endsAt, isCut],
    ])
  }
}

/** Rupiah that an account has beside its plan. */
export async function balanceOf(db: Pool | PoolClient, accountId: string): Promise<number> {
  const found = await db.query<{ sum: number }>(
    'SELECT coalesce(sum(amount), 0)::float8 AS sum FROM credit_entry WHERE account_id = $1',
    [accountId],
  )
  return found.rows[0]?.sum ?? 0
}

export type CreditReason = 'used' | 'left' | 'surplus' | 'surplus_back' | 'refund'

export async function addCredit(
  client: PoolClient,
  { accountId, id }: Pick<Order, 'accountId' | 'id'>,
  amount: number,
  reason: CreditReason,
  at: Date,
): Promise<void> {
  if (amount === 0) return
  await client.query(
    'INSERT INTO credit_entry (account_id, order_id, amount, reason, at) VALUES ($1, $2, $3, $4, $5)',
    [accountId, id, amount, reason, at],
  )
}

/** Where letters about an account's money go: to its owner, or to the address that it had. */
export async function addressOf(
  client: PoolClient,
  { accountId, email }: Pick<Order, 'accountId' | 'email'>,
): Promise<string> {
  const found = await client.query<{ email: string }>(
    `SELECT p.email FROM member m JOIN person p ON p.id = m.person_id
     WHERE m.account_id = $1 AND m.role = 'owner' AND m.state = 'active'`,
    [accountId],
  )
  return found.rows[0]?.email ?? email
}

export function noSuchOrder(): AppError {
  return new AppError('not_found', 'No such order')
}
