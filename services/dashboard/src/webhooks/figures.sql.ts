import type { Database } from '@rts/shared/service/transaction'
import { float, int } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

const figures = {
  dashboard_webhook_deliveries_waiting: int,
  dashboard_webhook_oldest_due_seconds: float,
  dashboard_webhook_endpoints_failing: int,
}
// Endpoints that have something to send alone: an index's part.
const waiting = query(
  figures,
  `SELECT coalesce(sum(last_n - next_n + 1), 0)::int AS dashboard_webhook_deliveries_waiting,
     greatest(0, extract(epoch FROM $1::timestamptz - min(due_at) FILTER (WHERE lease_until <= clock_timestamp())))::float8
       AS dashboard_webhook_oldest_due_seconds,
     count(*) FILTER (WHERE fails > 0)::int AS dashboard_webhook_endpoints_failing
   FROM webhook_endpoint e WHERE due_at IS NOT NULL AND state = 'active'
     AND NOT EXISTS (SELECT FROM known.site k WHERE k.id = e.site_id AND (k.in_trash OR k.frozen))`,
)

export function countDeliveries(db: Database, now: Date) {
  return waiting.require(db, [now])
}
