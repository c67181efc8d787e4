import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { lockAccount } from '../data/locked-account.ts'
import { addCredit, addressOf, lockOrder, type Order, orderColumns, paymentsOf } from './orders.sql.ts'
import { judge, type PaymentRole, type ReviewReason, type Sighting, type Verdict } from './rules/order-states.ts'
import type { Settlement } from './settlement.ts'

/** An order whose provider is asked now. */
export type Due = Order & { asked: number; fails: number; cancelDue: boolean }
export type MoneyMail = {
  surplus(client: PoolClient, order: Order, to: string, payment: Sighting): Promise<void>
  review(client: PoolClient, order: Order, payment: Sighting, reason: ReviewReason): Promise<void>
}
export type LookStore = ReturnType<typeof createLookStore>

const leaseMs = 30_000
const lease = `clock_timestamp() + interval '${leaseMs} milliseconds'`

/** The queue of orders whose providers are to be asked, and what their answers change. */
export function createLookStore(pool: Pool, settlement: Settlement, mail: MoneyMail) {
  return {
    /** Leases due orders to this replica. */
    async claim(take: number, now: Date): Promise<Due[]> {
      const taken = await pool.query<Due>(
        `UPDATE billing_order o SET lease_until = ${lease} WHERE o.id IN (
           SELECT id FROM billing_order WHERE look_at <= $1 AND lease_until < clock_timestamp()
           ORDER BY look_at LIMIT $2 FOR UPDATE SKIP LOCKED
         ) RETURNING ${orderColumns}, o.asked, o.fails, o.cancel_due AS "cancelDue"`,
        [now, take],
      )
      return taken.rows
    },

    async extend(orders: readonly Due[]): Promise<ReadonlySet<Due>> {
      const ids = orders.map(({ id }) => id)
      await pool.query(`UPDATE billing_order SET lease_until = ${lease} WHERE id = ANY($1)`, [ids])
      return new Set(orders)
    },

    async release(orders: readonly Due[]): Promise<void> {
      const ids = orders.map(({ id }) => id)
      await pool.query(`UPDATE billing_order SET lease_until = '-infinity' WHERE id = ANY($1)`, [ids])
    },

    /** The provider knows that the order is cancelled. */
    async cancelTold({ id }: Due): Promise<void> {
      await pool.query('UPDATE billing_order SET cancel_due = false WHERE id = $1', [id])
    },

    /** Puts an order back that was asked about `now`; at once if a notice came meanwhile. */
    async rest(
      { id, asked }: Due,
      { next, fails, now }: { next: Date | null; fails: number; now: Date },
    ): Promise<void> {
      await pool.query(
        `UPDATE billing_order SET lease_until = '-infinity', fails = $4, looked_at = $5,
           look_at = CASE WHEN asked = $2 THEN $3::timestamptz ELSE look_at END WHERE id = $1`,
        [id, asked, next, fails, now],
      )
    },

    /** A person waits for an open order: its provider is asked, if it was not within these seconds. */
    async hurry(id: string, seconds: number, now: Date): Promise<void> {
      await pool.query(
        `UPDATE billing_order SET look_at = $2 WHERE id = $1 AND status = 'open' AND look_at > $2
           AND coalesce(looked_at, created_at) <= $2::timestamptz - make_interval(secs => $3)`,
        [id, now, seconds],
      )
    },

    /**
     * Applies what is said of an order’s payments, whole or not at all. `provider` is who says it: support is `manual`. Saying the
     * same again, on any replica, changes nothing.
     */
    apply: (orderId: string, provider: string, sightings: readonly Sighting[], now: Date) =>
      inTransaction(pool, (client) => applyTo(client, { orderId, provider, sightings, now })),
  }

  async function applyTo(
    client: PoolClient,
    {
      orderId,
      provider,
      sightings,
      now,
    }: { orderId: string; provider: string; sightings: readonly Sighting[]; now: Date },
  ): Promise<Order> {
    const found = await client.query<{ accountId: string; isClosed: boolean }>(
      'SELECT account_id AS "accountId" FROM billing_order WHERE id = $1',
      [orderId],
    )
    await lockAccount(client, found.rows[0]?.accountId ?? '')
    const order = await lockOrder(client, orderId)
    const closed = await client.query('SELECT 1 FROM subscription WHERE account_id = $1 AND closed_at IS NOT NULL', [
      order.accountId,
    ])
    const known = await paymentsOf(client, [orderId])
    const verdict = judge({ ...order, isClosed: closed.rowCount === 1 }, known, sightings, now)
    for (const payment of verdict.payments) await storePayment(client, orderId, provider, payment)
    await client.query(
      `UPDATE billing_order SET status = $2, is_pending = $3, method = coalesce($4, method), reason = coalesce($5, reason),
         looked_at = $6 WHERE id = $1`,
      [
        orderId,
        verdict.status,
        verdict.isPending && verdict.status === 'open',
        verdict.method,
        verdict.reviews[0]?.reason ?? null,
        now,
      ],
    )
    await actOn(client, order, verdict, now)
    return lockOrder(client, orderId)
  }

  async function actOn(client: PoolClient, order: Order, verdict: Verdict, now: Date): Promise<void> {
    if (verdict.paidBy) await settlement.settle(client, order, verdict.paidBy, now)
    if (verdict.isTakenBack) await settlement.takeBack(client, order, now)
    for (const payment of verdict.surplus) {
      if (payment.currency === 'IDR') await addCredit(client, order, payment.amount, 'surplus', now)
      await mail.surplus(client, order, await addressOf(client, order), payment)
    }
    for (const payment of verdict.surplusBack)
      if (payment.currency === 'IDR') await addCredit(client, order, -payment.amount, 'surplus_back', now)
    for (const { payment, reason } of verdict.reviews) await mail.review(client, order, payment, reason)
  }
}

async function storePayment(
  client: PoolClient,
  orderId: string,
  provider: string,
  payment: Sighting & { role: PaymentRole },
): Promise<void> {
  const { paymentId, method, amount, currency, status, role, refunded, at } = payment
  const stored = await client.query(
    `INSERT INTO payment (provider, payment_id, order_id, method, amount, currency, status, role, refunded, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (provider, payment_id) DO UPDATE SET status = $7, role = $8, refunded = $9, method = $4, amount = $5, currency = $6
       WHERE payment.order_id = $3`,
    [
      provider,
      paymentId,
      orderId,
      method,
      Number.isSafeInteger(amount) ? amount : 0,
      currency,
      status,
      role,
      refunded,
      at,
    ],
  )
  if (stored.rowCount === 0) throw new AppError('conflict', 'This payment belongs to another order')
}
