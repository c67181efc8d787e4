import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { Order } from './orders.sql.ts'
import type { KnownPayment, PaymentRole, Sighting } from './rules/order-states.ts'

export type Payment = KnownPayment &
  Pick<Sighting, 'method' | 'amount' | 'currency' | 'refunded' | 'at'> & { provider: string; role: PaymentRole }
export type PaymentOfOrder = Payment & { orderId: string }

export async function paymentsOf(db: Database | Transaction, orderIds: readonly string[]): Promise<PaymentOfOrder[]> {
  const found = await db.query<PaymentOfOrder>(
    `SELECT order_id AS "orderId", provider, payment_id AS "paymentId", method, amount::float8 AS amount, currency, status, role,
       refunded::float8 AS refunded, at FROM payment WHERE order_id = ANY($1) ORDER BY at, payment_id`,
    [orderIds],
  )
  return found.rows
}

/** Throws `conflict` where the payment belongs to another order. */
export async function storePayment(
  tx: Transaction,
  orderId: string,
  provider: string,
  payment: Sighting & { role: PaymentRole },
): Promise<void> {
  const { paymentId, method, currency, status, role, refunded, at } = payment
  const amount = Number.isSafeInteger(payment.amount) ? payment.amount : 0
  const stored = await tx.query(
    `INSERT INTO payment (provider, payment_id, order_id, method, amount, currency, status, role, refunded, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (provider, payment_id) DO UPDATE SET status = $7, role = $8, refunded = $9, method = $4, amount = $5, currency = $6
       WHERE payment.order_id = $3`,
    [provider, paymentId, orderId, method, amount, currency, status, role, refunded, at],
  )
  if (stored.rowCount === 0) throw new AppError('conflict', 'This payment belongs to another order')
}

/** A payment that was in review pays its order. */
export async function acceptPayment(tx: Transaction, { provider, paymentId }: Payment): Promise<void> {
  await tx.query(`UPDATE payment SET role = 'order' WHERE provider = $1 AND payment_id = $2`, [provider, paymentId])
}

/** A transfer to the operator's own bank account. Throws `conflict`. */
export async function insertTransfer(tx: Transaction, order: Order, reference: string, now: Date): Promise<void> {
  const stored = await tx.query(
    `INSERT INTO payment (provider, payment_id, order_id, method, amount, currency, status, role, at)
     VALUES ('manual', $1, $2, 'transfer', $3, $4, 'paid', 'order', $5) ON CONFLICT DO NOTHING`,
    [reference, order.id, order.amount, order.currency, now],
  )
  if (stored.rowCount === 0) throw new AppError('conflict', 'This reference belongs to another order')
}
