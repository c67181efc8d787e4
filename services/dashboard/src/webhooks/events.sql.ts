import { createHash } from 'node:crypto'
import { type WebhookData, type WebhookType, webhookBody } from '@rts/shared/contract/webhooks'
import type { Transaction } from '@rts/shared/service/transaction'
import { statement } from '@rts/shared/sql/statement'

/** An event of a site. `id` names it among all that its writer announces. */
export type Announced<T extends WebhookType = WebhookType> = {
  accountId: string
  siteId: string
  type: T
  id: string
  at: Date
  /** Of the sandbox. */
  sandbox?: boolean
  data: WebhookData<T>
}

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

/**
 * Stores an event once, with a delivery to each endpoint of the site that wants its type, in the caller's transaction. A repeat of its
 * id changes nothing, and an event that no endpoint wants is not stored. Throws for data that are not of its type.
 */
export async function announce<T extends WebhookType>(tx: Transaction, event: Announced<T>): Promise<void> {
  const { accountId, siteId, type, at, sandbox, data } = event
  const body = webhookBody(type).parse({ type, timestamp: at.toISOString(), ...(sandbox && { sandbox }), data })
  await storage.run(tx, [eventIdOf(event), siteId, accountId, type, JSON.stringify(body)])
}

/** The `webhook-id`: the same for each try, at each endpoint, and different for each event of all accounts. */
export function eventIdOf({ siteId, type, id }: Pick<Announced, 'siteId' | 'type' | 'id'>): string {
  const digest = createHash('sha256').update(`${siteId} ${type} ${id}`).digest('base64url')
  return `evt_${digest.slice(0, 27)}`
}
