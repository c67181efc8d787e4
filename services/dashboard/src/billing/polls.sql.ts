import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { AppError } from '@rts/shared/errors'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { boolean, int, type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { refusals } from '@rts/shared/texts/refusals'
import { lockOrder, type Order, order, orderList } from './orders.sql.ts'
import type { Page } from './providers/provider.ts'

const opening = statement(
  `UPDATE billing_order SET status = 'open', pay_url = $2, expires_at = coalesce($3, expires_at), fails = 0 WHERE id = $1`,
)
const cancellationDue = statement('UPDATE billing_order SET cancel_due = true, poll_at = $2 WHERE id = $1')
const ending = statement(
  `UPDATE billing_order SET status = $2, is_pending = false, asked = asked + 1,
     cancel_due = provider IS NOT NULL AND NOT $3, poll_at = CASE WHEN provider IS NULL OR $3 THEN poll_at ELSE $4 END WHERE id = $1`,
)
const newRef = statement(
  'UPDATE billing_order SET refs = refs || $2::text WHERE id = $1 AND NOT refs @> ARRAY[$2::text] AND cardinality(refs) < 50',
)

/** Stores the provider's page of an order, which ends with its page. One that was cancelled meanwhile is cancelled there too. */
export function storePage(db: Database, id: string, { ref, payUrl, expiresAt }: Page, now: Date) {
  return inTransaction(db, async (tx) => {
    const { status } = await lockOrder(tx, id)
    await addRef(tx, id, ref)
    if (status === 'draft') await opening.run(tx, [id, payUrl, expiresAt])
    else if (status === 'cancelled') await cancellationDue.run(tx, [id, now])
    return lockOrder(tx, id)
  })
}

/** Ends a draft or an open order. `isKnown`: its provider knows. Throws `not_found`, `conflict`. */
export function endOrder(
  db: Database,
  id: string,
  { status, isKnown }: { status: 'cancelled' | 'failed'; isKnown: boolean },
  now: Date,
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (order.status === status) return order
    if (order.status !== 'draft' && order.status !== 'open') throw new AppError('conflict', refusals.orderNotOpen)
    await ending.run(tx, [id, status, isKnown, now])
    return lockOrder(tx, id)
  })
}

/** Adds a provider's id of the order. At most fifty, so polling stays bounded. */
async function addRef(tx: Transaction, id: string, ref: string): Promise<void> {
  await newRef.run(tx, [id, ref])
}

/** An order whose provider is to be polled. `asked` counts the requests for a poll: one that comes during a poll gets another. */
const dueOrder = { ...order, asked: int, fails: int, cancelDue: boolean }
export type DueOrder = RowOf<typeof dueOrder>
/** The order of a provider's notice; `refs` are the provider's own ids of it and of its payments, to ask for. */
type Notice = { orderId: string; dedupeKey: string; refs: readonly string[] }

const lease = `clock_timestamp() + interval '30 seconds'`
const claim = query(
  dueOrder,
  `UPDATE billing_order o SET lease_until = ${lease} WHERE o.id IN (
     SELECT id FROM billing_order WHERE poll_at <= $1 AND lease_until < clock_timestamp()
     ORDER BY poll_at LIMIT $2 FOR UPDATE SKIP LOCKED
   ) RETURNING ${orderList}, o.asked, o.fails, o.cancel_due AS "cancelDue"`,
)
const extension = statement(`UPDATE billing_order SET lease_until = ${lease} WHERE id = ANY($1)`)
const release = statement(`UPDATE billing_order SET lease_until = '-infinity' WHERE id = ANY($1)`)
const cancelSent = statement('UPDATE billing_order SET cancel_due = false WHERE id = $1')
const nextPoll = statement(
  `UPDATE billing_order SET lease_until = '-infinity', fails = $4, polled_at = $5,
     poll_at = CASE WHEN asked = $2 THEN $3::timestamptz ELSE poll_at END WHERE id = $1`,
)
const earlierPoll = statement(
  `UPDATE billing_order SET poll_at = $2 WHERE id = $1 AND status = 'open' AND poll_at > $2
     AND coalesce(polled_at, created_at) <= $2::timestamptz - make_interval(secs => $3)`,
)
const insertion = statement(
  `INSERT INTO webhook_inbox (provider, dedupe_key, order_id, received_at)
   SELECT provider, $2, id, $4 FROM billing_order WHERE id = $3 AND provider = $1 ON CONFLICT DO NOTHING`,
)
const orderOfProvider = query({ id: text }, 'SELECT id FROM billing_order WHERE provider = $1 AND id = $2')
const pollNow = statement('UPDATE billing_order SET asked = asked + 1, poll_at = $2 WHERE id = $1')
const oldNotices = statement(`DELETE FROM webhook_inbox WHERE received_at < $1::timestamptz - interval '30 days'`)

export function claimNext(db: Database, limit: number, now: Date): Promise<DueOrder[]> {
  return claim.rows(db, [now, limit])
}

export async function extendLeases(db: Database, orders: readonly DueOrder[]): Promise<ReadonlySet<DueOrder>> {
  await extension.run(db, [orders.map(({ id }) => id)])
  return new Set(orders)
}

export async function releaseLeases(db: Database, orders: readonly DueOrder[]): Promise<void> {
  await release.run(db, [orders.map(({ id }) => id)])
}

/** The provider knows that the order is cancelled. */
export async function storeCancelSent(db: Database, { id }: DueOrder): Promise<void> {
  await cancelSent.run(db, [id])
}

/** Ends a poll. The next one is at once if it was asked for meanwhile. */
export async function schedulePoll(
  db: Database,
  { id, asked }: DueOrder,
  { next, fails, now }: { next: Date | null; fails: number; now: Date },
): Promise<void> {
  await nextPoll.run(db, [id, asked, next, fails, now])
}

/** Polls an open order soon, if it was not polled within these seconds. */
export async function pollSoon(db: Database, id: string, seconds: number, now: Date): Promise<void> {
  await earlierPoll.run(db, [id, now, seconds])
}

/** Stores a notice and schedules a poll of its order; `unknown` is one about no order of this provider. */
export function takeNotice(
  db: Database,
  provider: PaymentProviderName,
  { orderId, dedupeKey, refs }: Notice,
  now: Date,
): Promise<'new' | 'repeated' | 'unknown'> {
  return inTransaction(db, async (tx) => {
    if ((await insertion.run(tx, [provider, dedupeKey, orderId, now])) === 0)
      return (await orderOfProvider.first(tx, [provider, orderId])) ? 'repeated' : 'unknown'
    for (const ref of refs) await addRef(tx, orderId, ref)
    await pollNow.run(tx, [orderId, now])
    return 'new'
  })
}

/** Deletes notices that no provider repeats any more. */
export async function deleteOldNotices(db: Database, now: Date): Promise<void> {
  await oldNotices.run(db, [now])
}

/** After so many polls without an answer somebody should look at the provider. */
const manyFails = 5

const waiting = { dashboard_orders_in_review: int, dashboard_orders_unanswered: int, dashboard_orders_refunding: int }
// Two short parts of indexes: the orders of half a year, and those that are still polled.
const waitingOrders = query(
  waiting,
  `SELECT (SELECT count(*) FROM billing_order WHERE status = 'review' AND created_at > $1::timestamptz - interval '180 days')::int AS dashboard_orders_in_review,
     (count(*) FILTER (WHERE fails >= ${manyFails}))::int AS dashboard_orders_unanswered,
     (count(*) FILTER (WHERE status = 'refunding'))::int AS dashboard_orders_refunding
   FROM billing_order WHERE poll_at IS NOT NULL`,
)

/** Orders that wait for a person, for their provider's answer, or for money to be given back. */
export function countWaiting(db: Database, now: Date) {
  return waitingOrders.require(db, [now])
}
