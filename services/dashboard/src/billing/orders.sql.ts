import { randomUUID } from 'node:crypto'
import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { OrderKind, PaidPlan } from './rules/offers.ts'
import type { OrderStatus, ReviewReason, Verdict } from './rules/order-states.ts'
import type { Currency } from './rules/periods.ts'

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
  provider: PaymentProviderName | null
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
/** What an order has from the start. */
export type NewOrder = Pick<Order, 'accountId' | 'email' | 'kind' | 'plan' | 'months' | 'status' | 'provider'> &
  Pick<Order, 'currency' | 'price' | 'amount' | 'credit' | 'fromBalance' | 'createdAt' | 'expiresAt'> & {
    personId: string | null
    pollAt: Date | null
  }
export type OrderFilter = {
  accountId?: string | undefined
  orderId?: string | undefined
  status?: OrderStatus | undefined
}
/** The last order of the page before. */
export type Place = { at: Date; id: string } | null

/** Of orders `o`. A double holds every amount that the contract allows exactly. */
export const orderColumns = `o.id, o.account_id AS "accountId", o.email, o.kind, o.plan, o.months, o.currency,
  o.price::float8 AS price, o.amount::float8 AS amount, o.credit::float8 AS credit, o.from_balance::float8 AS "fromBalance",
  o.status, o.reason, o.provider, o.refs, o.pay_url AS "payUrl", o.method, o.is_pending AS "isPending",
  o.created_at AS "createdAt", o.expires_at AS "expiresAt", o.paid_at AS "paidAt", o.starts_at AS "startsAt", o.ends_at AS "endsAt",
  (SELECT r.number FROM receipt r WHERE r.order_id = o.id) AS "receiptNumber"`

/** Throws `not_found`. */
export async function requireOrder(db: Database, accountId: string, id: string): Promise<Order> {
  const found = await db.query<Order>(
    `SELECT ${orderColumns} FROM billing_order o WHERE o.id = $2 AND o.account_id = $1`,
    [accountId, id],
  )
  return oneOf(found.rows)
}

/** An order, locked until the transaction ends. Throws `not_found`. */
export async function lockOrder(tx: Transaction, id: string): Promise<Order> {
  const found = await tx.query<Order>(`SELECT ${orderColumns} FROM billing_order o WHERE o.id = $1 FOR UPDATE OF o`, [
    id,
  ])
  return oneOf(found.rows)
}

/** The account of an order; what changes its money locks the account before the order. Throws `not_found`. */
export async function accountOfOrder(tx: Transaction, id: string): Promise<string> {
  const found = await tx.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM billing_order WHERE id = $1',
    [id],
  )
  return oneOf(found.rows).accountId
}

/** The order that has to be finished before another: of a person's orders, or of the invoices. */
export async function findOpenOrder(
  db: Database | Transaction,
  accountId: string,
  { isInvoice }: { isInvoice: boolean },
): Promise<Order | undefined> {
  const found = await db.query<Order>(
    `SELECT ${orderColumns} FROM billing_order o
     WHERE o.account_id = $1 AND o.status IN ('draft', 'open') AND (o.kind = 'invoice') = $2`,
    [accountId, isInvoice],
  )
  return found.rows[0]
}

const filtered = `($1::text IS NULL OR o.account_id = $1) AND ($2::text IS NULL OR o.id = $2) AND ($3::text IS NULL OR o.status = $3)`

/** The newest first, those before `place`. */
export async function listOrders(
  db: Database,
  { accountId, orderId, status }: OrderFilter,
  place: Place,
  limit: number,
): Promise<Order[]> {
  const found = await db.query<Order>(
    `SELECT ${orderColumns} FROM billing_order o WHERE ${filtered}
       AND ($4::timestamptz IS NULL OR (o.created_at, o.id) < ($4, $5)) ORDER BY o.created_at DESC, o.id DESC LIMIT $6`,
    [accountId ?? null, orderId ?? null, status ?? null, place?.at ?? null, place?.id ?? null, limit],
  )
  return found.rows
}

export async function countOrders(db: Database, { accountId, orderId, status }: OrderFilter): Promise<number> {
  const found = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM billing_order o WHERE ${filtered}`, [
    accountId ?? null,
    orderId ?? null,
    status ?? null,
  ])
  return found.rows[0]?.n ?? 0
}

export async function insertOrder(tx: Transaction, order: NewOrder): Promise<Order> {
  const id = randomUUID()
  await tx.query(
    `INSERT INTO billing_order (id, account_id, person_id, email, kind, plan, months, currency, price, amount, credit, from_balance,
       status, provider, created_at, expires_at, look_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      id,
      order.accountId,
      order.personId,
      order.email,
      order.kind,
      order.plan,
      order.months,
      order.currency,
      order.price,
      order.amount,
      order.credit,
      order.fromBalance,
      order.status,
      order.provider,
      order.createdAt,
      order.expiresAt,
      order.pollAt,
    ],
  )
  return lockOrder(tx, id)
}

/** Stores what a poll found about an order. */
export async function storeVerdict(tx: Transaction, id: string, verdict: Verdict, now: Date): Promise<void> {
  const isPending = verdict.isPending && verdict.status === 'open'
  await tx.query(
    `UPDATE billing_order SET status = $2, is_pending = $3, method = coalesce($4, method), reason = coalesce($5, reason),
       looked_at = $6 WHERE id = $1`,
    [id, verdict.status, isPending, verdict.method, verdict.reviews[0]?.reason ?? null, now],
  )
}

/** The whole payment of an order is given back by its provider; the next poll decides. */
export async function storeRefunding(db: Database, id: string, isWhole: boolean, now: Date): Promise<void> {
  await db.query(
    `UPDATE billing_order SET status = CASE WHEN status = 'paid' AND $2 THEN 'refunding' ELSE status END, asked = asked + 1,
       look_at = $3 WHERE id = $1`,
    [id, isWhole, now],
  )
}

/** Cancels what an account has open; its providers are told by the next poll. */
export async function cancelOpenOrders(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE billing_order SET status = 'cancelled', is_pending = false, asked = asked + 1, cancel_due = provider IS NOT NULL,
       look_at = CASE WHEN provider IS NULL THEN NULL ELSE $2::timestamptz END WHERE account_id = $1 AND status IN ('draft', 'open')`,
    [accountId, now],
  )
}

/** Where letters about an account's money go: to its owner, or to the address of the order. */
export async function addressOf(
  tx: Transaction,
  { accountId, email }: Pick<Order, 'accountId' | 'email'>,
): Promise<string> {
  const found = await tx.query<{ email: string }>(
    `SELECT p.email FROM member m JOIN person p ON p.id = m.person_id
     WHERE m.account_id = $1 AND m.role = 'owner' AND m.state = 'active'`,
    [accountId],
  )
  return found.rows[0]?.email ?? email
}

/** Where letters about an account's money go when no order is at hand; empty if it never ordered and has no owner. */
export async function addressOfAccount(tx: Transaction, accountId: string): Promise<string> {
  const found = await tx.query<{ email: string }>(
    'SELECT email FROM billing_order WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1',
    [accountId],
  )
  return addressOf(tx, { accountId, email: found.rows[0]?.email ?? '' })
}

function oneOf<T>([row]: readonly T[]): T {
  if (row === undefined) throw new AppError('not_found', 'No such order')
  return row
}
