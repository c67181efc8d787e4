import type { Database } from '@rts/shared/service/transaction'
import { int } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

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
