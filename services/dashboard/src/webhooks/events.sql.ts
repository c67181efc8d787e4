import type { WebhookType } from '@rts/shared/contract/webhooks'
import type { Transaction } from '@rts/shared/service/transaction'
import { statement } from '@rts/shared/sql/statement'

/** An event as it is stored; `body` is sent as it is. */
export type StoredEvent = { id: string; siteId: string; accountId: string; type: WebhookType; body: string }

// The endpoints are locked before their numbers are given: the order of deliveries is that of the commits. Always in the same order.
const storage = statement(
  `WITH wanting AS (
     SELECT id FROM webhook_endpoint WHERE site_id = $2 AND account_id = $3 AND $4 = ANY(events) ORDER BY id FOR NO KEY UPDATE
   ), event AS (
     INSERT INTO webhook_event (id, site_id, account_id, type, body) SELECT $1, $2, $3, $4, $5
     WHERE EXISTS (SELECT FROM wanting) ON CONFLICT DO NOTHING RETURNING id
   ), queued AS (
     UPDATE webhook_endpoint e SET last_n = last_n + 1, due_at = coalesce(due_at, clock_timestamp())
     FROM event WHERE e.id IN (SELECT id FROM wanting) RETURNING e.id, e.last_n
   )
   INSERT INTO webhook_delivery (endpoint_id, n, event_id) SELECT q.id, q.last_n, event.id FROM queued q, event`,
)

/** Stores an event with a delivery to each endpoint that wants its type; nothing where it is stored already, or unwanted. */
export async function storeEvent(tx: Transaction, { id, siteId, accountId, type, body }: StoredEvent): Promise<void> {
  await storage.run(tx, [id, siteId, accountId, type, body])
}
