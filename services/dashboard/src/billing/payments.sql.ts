import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { float, int, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Order } from './orders.sql.ts'
import type { JudgedPayment, PaymentRole, Sighting } from './rules/order-states.ts'
import type { Receipt } from './rules/receipt.ts'

const payment = {
  orderId: text,
  provider: text,
  paymentId: text,
  method: text,
  amount: float,
  currency: text,
  status: text.of<Sighting['status']>(),
  role: text.of<PaymentRole>(),
  refunded: float,
  at: time,
}
export type Payment = RowOf<typeof payment>

const amounts = { amount: 'p.amount::float8', refunded: 'p.refunded::float8' }
const paymentsOfOrders = query(
  payment,
  `SELECT ${selectList(payment, 'p', amounts)} FROM payment p WHERE order_id = ANY($1) ORDER BY at, payment_id`,
)
const upsert = statement(
  `INSERT INTO payment (provider, payment_id, order_id, method, amount, currency, status, role, refunded, at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   ON CONFLICT (provider, payment_id) DO UPDATE SET status = $7, role = $8, refunded = $9, method = $4, amount = $5, currency = $6
     WHERE payment.order_id = $3`,
)
const acceptance = statement(`UPDATE payment SET role = 'order' WHERE provider = $1 AND payment_id = $2`)
const transfer = statement(
  `INSERT INTO payment (provider, payment_id, order_id, method, amount, currency, status, role, at)
   VALUES ('manual', $1, $2, 'transfer', $3, $4, 'paid', 'order', $5) ON CONFLICT DO NOTHING`,
)
const nextNumber = query({ last: int }, 'UPDATE receipt_counter SET last = last + 1 RETURNING last')
const receiptInsertion = statement(
  'INSERT INTO receipt (number, order_id, account_id, snapshot, issued_at) VALUES ($1, $2, $3, $4, $5)',
)
const receiptOfOrder = query(
  { snapshot: json.of<Receipt>() },
  'SELECT snapshot FROM receipt WHERE account_id = $1 AND order_id = $2',
)

export function paymentsOf(db: Database | Transaction, orderIds: readonly string[]): Promise<Payment[]> {
  return paymentsOfOrders.rows(db, [orderIds])
}

/** Throws `conflict` where the payment belongs to another order. */
export async function storePayment(
  tx: Transaction,
  orderId: string,
  provider: string,
  payment: JudgedPayment,
): Promise<void> {
  const { paymentId, method, currency, status, role, refunded, at } = payment
  const amount = Number.isSafeInteger(payment.amount) ? payment.amount : 0
  const values = [provider, paymentId, orderId, method, amount, currency, status, role, refunded, at]
  if ((await upsert.run(tx, values)) === 0) throw new AppError('conflict', 'This payment belongs to another order')
}

/** A payment that was in review pays its order. */
export async function acceptPayment(tx: Transaction, { provider, paymentId }: Payment): Promise<void> {
  await acceptance.run(tx, [provider, paymentId])
}

/** A transfer to the operator's own bank account. Throws `conflict`. */
export async function insertTransfer(tx: Transaction, order: Order, reference: string, now: Date): Promise<void> {
  const { id, amount, currency } = order
  if ((await transfer.run(tx, [reference, id, amount, currency, now])) === 0)
    throw new AppError('conflict', 'This reference belongs to another order')
}

/** Takes the next number. The counter’s row is locked until the commit, so that no number is lost or given twice. */
export async function nextReceiptNumber(tx: Transaction): Promise<number> {
  const counted = await nextNumber.first(tx)
  if (!counted) throw new Error('there is no counter of receipts')
  return counted.last
}

export async function insertReceipt(
  tx: Transaction,
  { id, accountId }: { id: string; accountId: string },
  receipt: Receipt,
  now: Date,
): Promise<void> {
  await receiptInsertion.run(tx, [Number(receipt.number), id, accountId, JSON.stringify(receipt), now])
}

/** A receipt as it was issued. Throws `not_found`. */
export async function requireReceipt(db: Database, accountId: string, orderId: string): Promise<Receipt> {
  const found = await receiptOfOrder.first(db, [accountId, orderId])
  if (!found) throw new AppError('not_found', 'There is no receipt for this order')
  return found.snapshot
}
