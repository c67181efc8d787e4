import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { EndpointKind } from '@rts/shared/contract/rows/webhook'
import type { WebhookType } from '@rts/shared/contract/webhooks'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { float, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Course, Tried } from './rules/tries.ts'

/** An endpoint whose next deliveries are to be sent; `lease` names the batch. */
const batch = {
  id: text,
  siteId: text,
  accountId: text,
  kind: text.of<EndpointKind>(),
  shown: text,
  language: text.of<ReaderLanguage>(),
  sealedUrl: text,
  sealedSecret: text.orNull,
  formerSecret: text.orNull,
  formerUntil: time.orNull,
  nextN: int,
  lastN: int,
  fails: int,
  failingSince: time.orNull,
  lease: text.filled,
}
export type Batch = RowOf<typeof batch>
const waiting = { n: int, eventId: text, type: text.of<WebhookType>(), body: text }
export type Waiting = RowOf<typeof waiting>
export type TriedDelivery = Tried & Pick<Waiting, 'n'>

const lease = `clock_timestamp() + interval '30 seconds'`
// Among those that are due, an account's endpoints come in its places alone: what it has leased counts.
const claim = query(
  batch,
  `WITH held AS (
     SELECT account_id, count(*) AS count FROM webhook_endpoint WHERE lease_until > statement_timestamp() AND is_slow = $3 GROUP BY account_id
   ), due AS (
     SELECT id, account_id, due_at FROM webhook_endpoint e
     WHERE due_at <= $1 AND lease_until <= clock_timestamp() AND is_slow = $3 AND state = 'active'
       AND NOT EXISTS (SELECT FROM known.site k WHERE k.id = e.site_id AND (k.in_trash OR k.frozen))
     ORDER BY due_at LIMIT 5000
   ), placed AS (
     SELECT due.id, due.due_at,
       row_number() OVER (PARTITION BY due.account_id ORDER BY due.due_at, due.id) + coalesce(held.count, 0) AS place
     FROM due LEFT JOIN held USING (account_id)
   ), chosen AS (
     SELECT e.id FROM webhook_endpoint e JOIN placed USING (id)
     WHERE placed.place <= $4 AND e.lease_until <= clock_timestamp() AND e.due_at <= $1 AND e.state = 'active'
     ORDER BY placed.due_at LIMIT $2 FOR UPDATE OF e SKIP LOCKED
   )
   UPDATE webhook_endpoint e SET lease = gen_random_uuid()::text, lease_until = ${lease} FROM chosen WHERE e.id = chosen.id
   RETURNING ${selectList(batch, 'e')}`,
)
const extension = query(
  { id: text },
  `UPDATE webhook_endpoint SET lease_until = ${lease} WHERE (id, lease) IN (SELECT * FROM unnest($1::text[], $2::text[])) RETURNING id`,
)
const release = statement(
  `UPDATE webhook_endpoint SET lease_until = '-infinity' WHERE (id, lease) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
)
// The bodies of a batch are in memory: so many bytes, and one event at least.
const nextOf = query(
  waiting,
  `SELECT n, "eventId", type, body FROM (
     SELECT d.n, d.event_id AS "eventId", v.type, v.body, sum(octet_length(v.body)) OVER (ORDER BY d.n) - octet_length(v.body) AS before
     FROM webhook_delivery d JOIN webhook_event v ON v.id = d.event_id
     WHERE d.endpoint_id = $1 AND d.n >= $2 AND d.n < $2 + $3 ORDER BY d.n) each
   WHERE before < 200000 ORDER BY n`,
)
// The last number is read under the row's lock: what was announced during the batch is due at once.
const ending = query(
  { state: text },
  `WITH batch AS (
     UPDATE webhook_endpoint SET next_n = $3, due_at = CASE WHEN last_n >= $3 THEN coalesce($4, clock_timestamp()) END,
       lease = NULL, lease_until = '-infinity', fails = $5, failing_since = $6, is_slow = $7,
       state = CASE WHEN $8::text IS NULL THEN state ELSE 'resting' END, rests_for = coalesce($8, rests_for)
     WHERE id = $1 AND lease = $2 RETURNING id, state
   ), told AS (
     UPDATE webhook_delivery d SET tries = d.tries + 1, tried_at = t.at, status = t.status, failure = t.failure, answer = t.text,
       ms = t.ms, delivered_at = CASE WHEN t.is_delivered THEN t.at END
     FROM batch, unnest($9::int[], $10::timestamptz[], $11::int[], $12::text[], $13::text[], $14::int[], $15::boolean[])
       AS t (n, at, status, failure, text, ms, is_delivered)
     WHERE d.endpoint_id = batch.id AND d.n = t.n
   )
   SELECT state FROM batch`,
)

/** Leases at most `limit` endpoints that are due, the slow ones or the others, and of each account at most so many at once. */
export function claimNext(
  db: Database,
  { limit, isSlow, ofAccount, now }: { limit: number; isSlow: boolean; ofAccount: number; now: Date },
): Promise<Batch[]> {
  return claim.rows(db, [now, limit, isSlow, ofAccount])
}

export async function extendLeases(db: Database, batches: readonly Batch[]): Promise<ReadonlySet<Batch>> {
  const kept = new Set((await extension.rows(db, columns(batches, 'id', 'lease'))).map(({ id }) => id))
  return new Set(batches.filter(({ id }) => kept.has(id)))
}

/** Whatever has come of them by now can still be noted. */
export async function releaseLeases(db: Database, batches: readonly Batch[]): Promise<void> {
  await release.run(db, columns(batches, 'id', 'lease'))
}

/** The first of the deliveries that wait, in their order: of the next `max` numbers those that are still stored. */
export function listWaiting(db: Database, { id, nextN }: Batch, max: number): Promise<Waiting[]> {
  return nextOf.rows(db, [id, nextN, max])
}

/** Notes what came of a batch; false for one that has lost its lease, of which nothing is noted. */
export async function endBatch(
  tx: Transaction,
  { id, lease: own }: Batch,
  { fails, failingSince, dueAt, restsFor, isSlow }: Course,
  nextN: number,
  tried: readonly TriedDelivery[],
): Promise<boolean> {
  const lists = columns(tried, 'n', 'at', 'status', 'failure', 'text', 'ms', 'isDelivered')
  const values = [id, own, nextN, dueAt, fails, failingSince, isSlow, restsFor, ...lists]
  return (await ending.first(tx, values)) !== undefined
}

const figures = {
  dashboard_webhook_deliveries_waiting: int,
  dashboard_webhook_oldest_due_seconds: float,
  dashboard_webhook_endpoints_failing: int,
}
// Endpoints that have something to send alone: an index's part.
const waitingDeliveries = query(
  figures,
  `SELECT coalesce(sum(last_n - next_n + 1), 0)::int AS dashboard_webhook_deliveries_waiting,
     greatest(0, extract(epoch FROM $1::timestamptz - min(due_at) FILTER (WHERE lease_until <= clock_timestamp())))::float8
       AS dashboard_webhook_oldest_due_seconds,
     count(*) FILTER (WHERE fails > 0)::int AS dashboard_webhook_endpoints_failing
   FROM webhook_endpoint e WHERE due_at IS NOT NULL AND state = 'active'
     AND NOT EXISTS (SELECT FROM known.site k WHERE k.id = e.site_id AND (k.in_trash OR k.frozen))`,
)

export function countDeliveries(db: Database, now: Date) {
  return waitingDeliveries.require(db, [now])
}
