import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { lockAccount } from '../data/locked-account.ts'
import { lockOrder, noSuchOrder, type Order, type Payment, paymentsOf } from './orders.sql.ts'
import type { Settlement } from './settlement.ts'

export type HandStore = ReturnType<typeof createHandStore>

/** What support does by hand, and what the end of an account does. */
export function createHandStore(pool: Pool, settlement: Settlement) {
  return {
    /**
     * The money of an order has come: it is paid, one in review by the payment that it is in review for. The same reference again
     * answers the order. Throws `not_found`, `conflict`.
     */
    settle: (id: string, reference: string, now: Date) =>
      inTransaction(pool, async (client): Promise<Order> => {
        await lockAccountOf(client, id)
        const order = await lockOrder(client, id)
        const payments = await paymentsOf(client, [id])
        if (payments.some((payment) => payment.paymentId === reference && payment.provider === 'manual')) return order
        if (['paid', 'refunding', 'refunded'].includes(order.status))
          throw new AppError('conflict', `This order is ${order.status} already`)
        await refuseClosed(client, order.accountId)
        const paying = payments.findLast(({ role, status }) => role === 'review' && status === 'paid')
        if (paying)
          await client.query(`UPDATE payment SET role = 'order' WHERE provider = $1 AND payment_id = $2`, [
            paying.provider,
            paying.paymentId,
          ])
        else await insertTransfer(client, order, reference, now)
        await settlement.settle(client, order, { method: paying?.method ?? 'transfer' }, now)
        return lockOrder(client, id)
      }),

    /** The whole payment of an order is given back by its provider; what it says next decides. */
    async refunding(id: string, { role }: Pick<Payment, 'role'>, isWhole: boolean, now: Date): Promise<void> {
      await pool.query(
        `UPDATE billing_order SET status = CASE WHEN status = 'paid' AND $2 THEN 'refunding' ELSE status END, asked = asked + 1,
           look_at = $3 WHERE id = $1`,
        [id, isWhole && role === 'order', now],
      )
    },

    /** Ends what an account has open, with the account. A payment that comes later is given nothing. */
    async closeAccount(client: PoolClient, accountId: string, now: Date): Promise<void> {
      await client.query(
        `UPDATE billing_order SET status = 'cancelled', is_pending = false, asked = asked + 1, cancel_due = provider IS NOT NULL,
           look_at = CASE WHEN provider IS NULL THEN NULL ELSE $2::timestamptz END WHERE account_id = $1 AND status IN ('draft', 'open')`,
        [accountId, now],
      )
      await client.query(
        `INSERT INTO subscription (account_id, plan, closed_at) VALUES ($1, 'free', $2)
         ON CONFLICT (account_id) DO UPDATE SET closed_at = $2, due_at = NULL`,
        [accountId, now],
      )
    },
  }
}

async function lockAccountOf(client: PoolClient, orderId: string): Promise<void> {
  const found = await client.query<{ id: string }>('SELECT account_id AS id FROM billing_order WHERE id = $1', [
    orderId,
  ])
  if (!found.rows[0]) throw noSuchOrder()
  await lockAccount(client, found.rows[0].id)
}

async function refuseClosed(client: PoolClient, accountId: string): Promise<void> {
  const closed = await client.query('SELECT 1 FROM subscription WHERE account_id = $1 AND closed_at IS NOT NULL', [
    accountId,
  ])
  if (closed.rowCount) throw new AppError('conflict', 'The account of this order is closed: send the money back')
}

async function insertTransfer(client: PoolClient, order: Order, reference: string, now: Date): Promise<void> {
  const stored = await client.query(
    `INSERT INTO payment (provider, payment_id, order_id, method, amount, currency, status, role, at)
     VALUES ('manual', $1, $2, 'transfer', $3, $4, 'paid', 'order', $5) ON CONFLICT DO NOTHING`,
    [reference, order.id, order.amount, order.currency, now],
  )
  if (stored.rowCount === 0) throw new AppError('conflict', 'This reference belongs to another order')
}
