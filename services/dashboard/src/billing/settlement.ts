import type { PoolClient } from 'pg'
import { addCredit, addressOf, type Order, periodsOf, storePeriods } from './orders.sql.ts'
import { issueReceipt, type Seller } from './receipts.sql.ts'
import { creditOf } from './rules/credit.ts'
import type { Sighting } from './rules/order-states.ts'
import { cutAt, spanOf, startsNow, takenBack } from './rules/periods.ts'
import { moneyOf, type SubscriptionStore } from './subscriptions.ts'

export type ReceiptMail = {
  receipt(client: PoolClient, order: Order & { to: string; number: string; endsAt: Date; paidAt: Date }): Promise<void>
}
export type Settlement = ReturnType<typeof createSettlement>

/** What money does: a period, a receipt and a letter, or back. Always under the account’s lock, in the transaction that records the payment. */
export function createSettlement({ restate }: Pick<SubscriptionStore, 'restate'>, mail: ReceiptMail, seller: Seller) {
  /** Gives what an order is for. Its period begins now, or after what is paid already. */
  async function settle(
    client: PoolClient,
    order: Order,
    { method }: Pick<Sighting, 'method'>,
    now: Date,
  ): Promise<void> {
    const { accountId, id } = order
    const { periods, standing } = await moneyOf(client, accountId, now)
    const { startsAt, endsAt, anchorDay } = spanOf(periods, standing, order, now)
    if (startsNow(standing, order)) {
      // What the old plan is still worth and the order has not used is kept.
      const left = creditOf(periods, now) - (order.credit - order.fromBalance)
      await addCredit(client, order, Math.max(0, left), 'left', now)
      await storePeriods(client, periods, cutAt(periods, now))
    }
    await addCredit(client, order, -order.fromBalance, 'used', now)
    await client.query(
      `UPDATE billing_order SET status = 'paid', reason = NULL, is_pending = false, method = $2, paid_at = $3, starts_at = $4,
         ends_at = $5, anchor_day = $6 WHERE id = $1`,
      [id, method, now, startsAt, endsAt, anchorDay],
    )
    await client.query('UPDATE subscription SET next_plan = NULL WHERE account_id = $1', [accountId])
    const to = await addressOf(client, order)
    const number = await issueReceipt(client, seller, { ...order, email: to, method, startsAt, endsAt }, now)
    await mail.receipt(client, { ...order, to, number, endsAt, paidAt: now })
    await restate(client, accountId, now)
  }

  return {
    settle,

    /** Settles an order that credit pays alone. */
    settleFree: (client: PoolClient, order: Order, now: Date) => settle(client, order, { method: 'credit' }, now),

    /** Takes back what a paid order gave; the credit that it used is there again. */
    async takeBack(client: PoolClient, order: Order, now: Date): Promise<void> {
      const periods = await periodsOf(client, order.accountId)
      await storePeriods(client, periods, takenBack(periods, order.id, now))
      await addCredit(client, order, order.credit, 'refund', now)
      await restate(client, order.accountId, now)
    },
  }
}
