import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { EndpointKind, EndpointRow } from '@rts/shared/contract/rows/webhook'
import type { WebhookType } from '@rts/shared/contract/webhooks'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { sealedByOthers } from '@rts/shared/sql/sealed'
import { query, statement } from '@rts/shared/sql/statement'

export type Site = { id: string; accountId: string }
const endpoint = {
  id: text,
  siteId: text,
  accountId: text,
  kind: text.of<EndpointKind>(),
  name: text,
  shown: text,
  language: text.of<ReaderLanguage>(),
  sealedUrl: text,
  events: texts.of<WebhookType[]>(),
  sealedSecret: text.orNull,
  formerSecret: text.orNull,
  formerUntil: time.orNull,
  state: text.of<EndpointRow['state']>(),
  restsFor: text.of<'failing' | 'removed'>().orNull,
  createdAt: time,
  dueAt: time.orNull,
  failingSince: time.orNull,
  waiting: int,
  deliveredAt: time.orNull,
}
/** An endpoint as it is stored; its address and secrets are sealed. */
export type Endpoint = RowOf<typeof endpoint>
type NewEndpoint = Pick<
  Endpoint,
  'id' | 'kind' | 'name' | 'shown' | 'language' | 'sealedUrl' | 'events' | 'sealedSecret'
>
type EndpointChange = { name?: string | undefined; events?: readonly WebhookType[] | undefined }

const shownColumns = selectList(endpoint, 'e', {
  waiting: 'e.last_n - e.next_n + 1',
  deliveredAt:
    '(SELECT max(d.delivered_at) FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.n BETWEEN e.next_n - 100 AND e.last_n)',
})
const ofSite = query(
  endpoint,
  `SELECT ${shownColumns} FROM webhook_endpoint e WHERE site_id = $1 AND account_id = $2 ORDER BY created_at, id`,
)
const byId = query(
  endpoint,
  `SELECT ${shownColumns} FROM webhook_endpoint e WHERE site_id = $1 AND account_id = $2 AND id = $3`,
)
const siteLock = statement(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`)
const insertion = statement(
  `INSERT INTO webhook_endpoint (id, site_id, account_id, kind, name, shown, language, sealed_url, events, sealed_secret)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
const change = statement(
  `UPDATE webhook_endpoint SET name = coalesce($4, name), events = coalesce($5, events)
   WHERE site_id = $1 AND account_id = $2 AND id = $3`,
)
const pause = statement(
  `UPDATE webhook_endpoint SET state = 'paused', rests_for = NULL WHERE site_id = $1 AND account_id = $2 AND id = $3`,
)
// The time of trying begins anew.
const resumption = statement(
  `UPDATE webhook_endpoint SET state = 'active', rests_for = NULL, fails = 0, failing_since = NULL,
     due_at = CASE WHEN last_n >= next_n THEN $4::timestamptz END
   WHERE site_id = $1 AND account_id = $2 AND id = $3 AND state <> 'active'`,
)
const secretChange = statement(
  `UPDATE webhook_endpoint SET former_secret = sealed_secret, former_until = $5, sealed_secret = $4
   WHERE site_id = $1 AND account_id = $2 AND id = $3`,
)
const deletion = statement(
  `WITH endpoint AS (DELETE FROM webhook_endpoint WHERE site_id = $1 AND account_id = $2 AND id = $3 RETURNING id)
   DELETE FROM webhook_delivery WHERE endpoint_id IN (SELECT id FROM endpoint)`,
)
const deletionOfSite = statement(
  `WITH endpoint AS (DELETE FROM webhook_endpoint WHERE site_id = $1 RETURNING id),
   reads AS (DELETE FROM webhook_rank_read WHERE site_id = $1),
   seen AS (DELETE FROM webhook_rank_seen WHERE site_id = $1),
   events AS (DELETE FROM webhook_event WHERE site_id = $1)
   DELETE FROM webhook_delivery WHERE endpoint_id IN (SELECT id FROM endpoint)`,
)
const deletionOfAccount = statement(
  `WITH endpoint AS (DELETE FROM webhook_endpoint WHERE account_id = $1 RETURNING id, site_id),
   reads AS (DELETE FROM webhook_rank_read WHERE site_id IN (SELECT site_id FROM endpoint)),
   seen AS (DELETE FROM webhook_rank_seen WHERE site_id IN (SELECT site_id FROM endpoint)),
   events AS (DELETE FROM webhook_event WHERE site_id IN (SELECT site_id FROM endpoint))
   DELETE FROM webhook_delivery WHERE endpoint_id IN (SELECT id FROM endpoint)`,
)

export function listEndpoints(db: Database | Transaction, { id, accountId }: Site): Promise<Endpoint[]> {
  return ofSite.rows(db, [id, accountId])
}

export function requireEndpoint(db: Database | Transaction, { id, accountId }: Site, endpointId: string) {
  return byId.require(db, [id, accountId, endpointId], 'No such endpoint')
}

/** Until the transaction ends, other endpoints of the site are added after it. */
export async function lockEndpoints(tx: Transaction, { id }: Site): Promise<void> {
  await siteLock.run(tx, [id])
}

export async function insertEndpoint(tx: Transaction, { id: siteId, accountId }: Site, made: NewEndpoint) {
  const { id, kind, name, shown, language, sealedUrl, events, sealedSecret } = made
  await insertion.run(tx, [id, siteId, accountId, kind, name, shown, language, sealedUrl, events, sealedSecret])
}

export async function changeEndpoint(
  tx: Transaction,
  { id, accountId }: Site,
  endpointId: string,
  { name, events }: EndpointChange,
): Promise<void> {
  await change.run(tx, [id, accountId, endpointId, name ?? null, events ?? null])
}

/** Nothing is sent until it goes on; what waits is kept. */
export async function pauseEndpoint(tx: Transaction, { id, accountId }: Site, endpointId: string): Promise<void> {
  await pause.run(tx, [id, accountId, endpointId])
}

/** An endpoint that is paused or rests goes on at once. */
export async function resumeEndpoint(tx: Transaction, { id, accountId }: Site, endpointId: string, now: Date) {
  await resumption.run(tx, [id, accountId, endpointId, now])
}

/** The secret before signs too until `formerUntil`. */
export async function storeSecret(
  tx: Transaction,
  { id, accountId }: Site,
  endpointId: string,
  { sealedSecret, formerUntil }: { sealedSecret: string; formerUntil: Date },
): Promise<void> {
  await secretChange.run(tx, [id, accountId, endpointId, sealedSecret, formerUntil])
}

export async function deleteEndpoint(tx: Transaction, { id, accountId }: Site, endpointId: string): Promise<void> {
  await deletion.run(tx, [id, accountId, endpointId])
}

export async function deleteOfSite(tx: Transaction, siteId: string): Promise<void> {
  await deletionOfSite.run(tx, [siteId])
}

export async function deleteOfAccount(tx: Transaction, accountId: string): Promise<void> {
  await deletionOfAccount.run(tx, [accountId])
}

const sealed = { id: text, sealedUrl: text, sealedSecret: text.orNull, formerSecret: text.orNull }
export type Sealed = RowOf<typeof sealed>

const endpoints = { list: selectList(sealed, 'e'), from: 'webhook_endpoint e', id: 'e.id' }
const byUrl = sealedByOthers(sealed, { ...endpoints, column: 'e.sealed_url' })
// A replica that still has the older key may have changed the secret alone.
const bySecret = sealedByOthers(sealed, { ...endpoints, column: 'e.sealed_secret' })
const resealing = statement(
  `UPDATE webhook_endpoint SET sealed_url = $2, sealed_secret = $3, former_secret = $4
   WHERE id = $1 AND sealed_secret IS NOT DISTINCT FROM $5`,
)

/** The endpoints that a key other than `keyId` sealed. */
export async function* sealedUnderOtherKeys(db: Database, keyId: string): AsyncGenerator<Sealed> {
  yield* byUrl(db, keyId)
  yield* bySecret(db, keyId)
}

/** Stores what was sealed anew, unless the secret has changed since it was read. */
export async function storeResealed(db: Database, before: Sealed, after: Omit<Sealed, 'id'>): Promise<void> {
  const { sealedUrl, sealedSecret, formerSecret } = after
  await resealing.run(db, [before.id, sealedUrl, sealedSecret, formerSecret, before.sealedSecret])
}
