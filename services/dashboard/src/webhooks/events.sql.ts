import type { TryFailure } from '@rts/shared/contract/rows/webhook'
import type { WebhookType } from '@rts/shared/contract/webhooks'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Site } from './endpoints.sql.ts'

/** An event as it is stored; `body` is sent as it is. */
type StoredEvent = { id: string; siteId: string; accountId: string; type: WebhookType; body: string }

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

const watched = { accountId: text, name: text, domain: text }
type WatchedSite = { id: string; accountId: string; name: string; domain: string }

const siteName = query({ name: text }, 'SELECT name FROM known.site WHERE id = $1 AND account_id = $2')
const siteWithEndpoints = query(
  watched,
  `SELECT account_id AS "accountId", name, domain FROM known.site s WHERE id = $1 AND deleted_at IS NULL AND NOT frozen
     AND EXISTS (SELECT FROM webhook_endpoint e WHERE e.site_id = s.id AND e.account_id = s.account_id)`,
)

export async function findSiteName(tx: Transaction, { siteId, accountId }: { siteId: string; accountId: string }) {
  return (await siteName.first(tx, [siteId, accountId]))?.name
}

/** A live site, by a fact about it; undefined where it has no endpoint, or is frozen. */
export async function findWatched(tx: Transaction, id: string): Promise<WatchedSite | undefined> {
  const found = await siteWithEndpoints.first(tx, [id])
  return found && { id, ...found }
}

const delivery = {
  n: int,
  eventId: text,
  type: text.of<WebhookType>(),
  createdAt: time,
  tries: int,
  triedAt: time.orNull,
  deliveredAt: time.orNull,
  status: int.orNull,
  failure: text.of<TryFailure>().orNull,
  answer: text.orNull,
  ms: int.orNull,
}
/** A delivery of the last 14 days. */
export type Delivery = RowOf<typeof delivery>

const keptDays = 14
const ofEndpoint = `FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id JOIN webhook_event v ON v.id = d.event_id
   WHERE e.site_id = $1 AND e.account_id = $2 AND d.endpoint_id = $3`
const newest = query(
  delivery,
  `SELECT ${selectList(delivery, 'd', { type: 'v.type' })} ${ofEndpoint} AND d.n < $4 ORDER BY d.n DESC LIMIT $5`,
)
const byNumber = query({ eventId: text }, `SELECT d.event_id AS "eventId" ${ofEndpoint} AND d.n = $4`)
const again = statement(
  `WITH endpoint AS (
     UPDATE webhook_endpoint SET last_n = last_n + 1, due_at = coalesce(due_at, $5)
     WHERE site_id = $1 AND account_id = $2 AND id = $3 AND next_n > $4 RETURNING id, last_n
   )
   INSERT INTO webhook_delivery (endpoint_id, n, event_id)
   SELECT endpoint.id, endpoint.last_n, d.event_id FROM endpoint JOIN webhook_delivery d ON d.endpoint_id = endpoint.id AND d.n = $4`,
)
const now = statement(
  `UPDATE webhook_endpoint SET due_at = $5 WHERE site_id = $1 AND account_id = $2 AND id = $3 AND next_n <= $4 AND last_n >= $4`,
)
const oldDeliveries = statement(
  `DELETE FROM webhook_delivery WHERE (endpoint_id, n) IN (
     SELECT endpoint_id, n FROM webhook_delivery WHERE created_at < $1::timestamptz - interval '${keptDays} days' LIMIT $2)`,
)
// An event may have a delivery that is younger: it was sent again.
const oldEvents = statement(
  `DELETE FROM webhook_event WHERE id IN (
     SELECT id FROM webhook_event v WHERE created_at < $1::timestamptz - interval '${2 * keptDays} days' LIMIT $2)`,
)

/** Deliveries of an endpoint before the n-th, newest first. */
export function listDeliveries(
  db: Database,
  { id, accountId }: Site,
  endpointId: string,
  { before, limit }: { before: number; limit: number },
): Promise<Delivery[]> {
  return newest.rows(db, [id, accountId, endpointId, before, limit])
}

/** Queues an event again, or tries the one that waits at once. Throws `not_found`. */
export async function sendAgain(tx: Transaction, { id, accountId }: Site, endpointId: string, n: number, at: Date) {
  await byNumber.require(tx, [id, accountId, endpointId, n], 'No such delivery')
  const values = [id, accountId, endpointId, n, at]
  if ((await again.run(tx, values)) === 0) await now.run(tx, values)
}

/** Deletes some of the oldest deliveries and events; answers how many. */
export async function deleteOld(db: Database, at: Date, max: number): Promise<number> {
  const deliveries = await oldDeliveries.run(db, [at, max])
  return Math.max(deliveries, await oldEvents.run(db, [at, max]))
}
