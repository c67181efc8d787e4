import { randomUUID } from 'node:crypto'
import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, float, int, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { OrderKind, PaidPlan } from './rules/offers.ts'
import type { OrderStatus, ReviewReason, Verdict } from './rules/order-states.ts'
import type { Currency } from './rules/periods.ts'

/** A double holds every amount that the contract allows exactly. */
export const order = {
  id: text,
  accountId: text,
  email: text,
  kind: text.of<OrderKind>(),
  plan: text.of<PaidPlan>(),
  months: int.of<1 | 12>(),
  currency: text.of<Currency>(),
  price: float,
  amount: float,
  credit: float,
  fromBalance: float,
  status: text.of<OrderStatus>(),
  reason: text.of<ReviewReason>().orNull,
  provider: text.of<PaymentProviderName>().orNull,
  refs: texts,
  payUrl: text.orNull,
  method: text.orNull,
  isPending: boolean,
  createdAt: time,
  expiresAt: time.orNull,
  paidAt: time.orNull,
  startsAt: time.orNull,
  endsAt: time.orNull,
  receiptNumber: int.orNull,
}
export type Order = RowOf<typeof order>
export type NewOrder = Pick<Order, 'accountId' | 'email' | 'kind' | 'plan' | 'months' | 'status' | 'createdAt'> &
  Pick<Order, 'currency' | 'price' | 'amount'> &
  Partial<Pick<Order, 'credit' | 'fromBalance' | 'provider' | 'expiresAt'>> & {
    personId?: string
    pollAt?: Date | null
  }
export type OrderFilter = {
  accountId?: string | undefined
  orderId?: string | undefined
  status?: OrderStatus | undefined
}

export const orderList = selectList(order, 'o', {
  price: 'o.price::float8',
  amount: 'o.amount::float8',
  credit: 'o.credit::float8',
  fromBalance: 'o.from_balance::float8',
  receiptNumber: '(SELECT r.number FROM receipt r WHERE r.order_id = o.id)',
})
const selectOrders = `SELECT ${orderList} FROM billing_order o`
const filtered = `($1::text IS NULL OR o.account_id = $1) AND ($2::text IS NULL OR o.id = $2) AND ($3::text IS NULL OR o.status = $3)`

const orderOfAccount = query(order, `${selectOrders} WHERE o.id = $2 AND o.account_id = $1`)
const lockedOrder = query(order, `${selectOrders} WHERE o.id = $1 FOR UPDATE OF o`)
const accountOf = query({ accountId: text }, 'SELECT account_id AS "accountId" FROM billing_order WHERE id = $1')
const openOrder = query(
  order,
  `${selectOrders} WHERE o.account_id = $1 AND o.status IN ('draft', 'open') AND (o.kind = 'invoice') = $2`,
)
const orders = query(
  order,
  `${selectOrders} WHERE ${filtered} AND ($4::timestamptz IS NULL OR (o.created_at, o.id) < ($4, $5))
   ORDER BY o.created_at DESC, o.id DESC LIMIT $6`,
)
const orderCount = query({ n: int }, `SELECT count(*)::int AS n FROM billing_order o WHERE ${filtered}`)
const insertion = query(
  order,
  `INSERT INTO billing_order AS o (id, account_id, person_id, email, kind, plan, months, currency, price, amount, credit, from_balance,
     status, provider, created_at, expires_at, poll_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING ${orderList}`,
)
const polled = statement(
  `UPDATE billing_order SET status = $2, is_pending = $3, method = coalesce($4, method), reason = coalesce($5, reason),
     polled_at = $6 WHERE id = $1`,
)
const refunding = statement(
  `UPDATE billing_order SET status = CASE WHEN status = 'paid' AND $2 THEN 'refunding' ELSE status END, asked = asked + 1,
     poll_at = $3 WHERE id = $1`,
)
const cancellation = statement(
  `UPDATE billing_order SET status = 'cancelled', is_pending = false, asked = asked + 1, cancel_due = provider IS NOT NULL,
     poll_at = CASE WHEN provider IS NULL THEN NULL ELSE $2::timestamptz END WHERE account_id = $1 AND status IN ('draft', 'open')`,
)
const lastAddress = query(
  { email: text },
  'SELECT email FROM billing_order WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1',
)

export async function requireOrder(db: Database, accountId: string, id: string): Promise<Order> {
  return orNotFound(await orderOfAccount.first(db, [accountId, id]))
}

/** An order, locked until the transaction ends. Throws `not_found`. */
export async function lockOrder(tx: Transaction, id: string): Promise<Order> {
  return orNotFound(await lockedOrder.first(tx, [id]))
}

/** The account of an order; what changes its money locks the account before the order. Throws `not_found`. */
export async function accountOfOrder(tx: Transaction, id: string): Promise<string> {
  return orNotFound(await accountOf.first(tx, [id])).accountId
}

/** The order that blocks another one: of a person's orders, or of the invoices. */
export function findOpenOrder(db: Database | Transaction, accountId: string, { isInvoice }: { isInvoice: boolean }) {
  return openOrder.first(db, [accountId, isInvoice])
}

/** The newest first. */
export function listOrders(
  db: Database,
  { accountId, orderId, status }: OrderFilter,
  place: { at: Date; id: string } | null,
  limit: number,
): Promise<Order[]> {
  const filter = [accountId ?? null, orderId ?? null, status ?? null]
  return orders.rows(db, [...filter, place?.at ?? null, place?.id ?? null, limit])
}

export async function countOrders(db: Database, { accountId, orderId, status }: OrderFilter): Promise<number> {
  return (await orderCount.first(db, [accountId ?? null, orderId ?? null, status ?? null]))?.n ?? 0
}

export function insertOrder(tx: Transaction, order: NewOrder): Promise<Order> {
  const { accountId, personId = null, email, kind, plan, months, currency, price, amount, status, createdAt } = order
  const { credit = 0, fromBalance = 0, provider = null, expiresAt = null, pollAt = null } = order
  const sums = [currency, price, amount, credit, fromBalance]
  const values = [
    accountId,
    personId,
    email,
    kind,
    plan,
    months,
    ...sums,
    status,
    provider,
    createdAt,
    expiresAt,
    pollAt,
  ]
  return insertion.require(tx, [randomUUID(), ...values])
}

export async function storeVerdict(tx: Transaction, id: string, verdict: Verdict, now: Date): Promise<void> {
  const isPending = verdict.isPending && verdict.status === 'open'
  const reason = verdict.reviews[0]?.reason ?? null
  await polled.run(tx, [id, verdict.status, isPending, verdict.method, reason, now])
}

/** The provider refunds a payment of the order, `isWhole` the one that paid it; the next poll decides. */
export async function storeRefunding(db: Database, id: string, isWhole: boolean, now: Date): Promise<void> {
  await refunding.run(db, [id, isWhole, now])
}

/** Cancels the open orders of an account; the next poll cancels them at the providers. */
export async function cancelOpenOrders(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await cancellation.run(tx, [accountId, now])
}

export async function findLastAddress(tx: Transaction, accountId: string): Promise<string | undefined> {
  return (await lastAddress.first(tx, [accountId]))?.email
}

function orNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found', 'No such order')
  return row
}
