import { randomUUID } from 'node:crypto'
import type { EndpointKind } from '@rts/shared/contract/rows/webhook'
import { type WebhookType, webhookTypes } from '@rts/shared/contract/webhooks'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { testSecrets } from '@rts/shared/testing/secrets'
import { insertEndpoint, type Site } from '../../src/webhooks/endpoints.sql.ts'
import { newSecret } from '../../src/webhooks/rules/signature.ts'
import { createVault } from '../../src/webhooks/vault.ts'
import { announce } from '../../src/webhooks/webhooks.ts'

type Given = { site?: Site; url: string; kind?: EndpointKind; events?: readonly WebhookType[] }

export const sealKeys = testSecrets.SEAL_KEYS
export const newSite = (): Site => ({ id: randomUUID(), accountId: randomUUID() })

/** An endpoint as `webhooks.create` stores it, of a site that needs no page. */
export async function storeEndpoint(
  db: Database,
  { site = newSite(), url, kind = 'webhook', events = webhookTypes }: Given,
) {
  const [id, secret, vault] = [randomUUID(), newSecret(), createVault(sealKeys)]
  const sealed = { sealedUrl: vault.sealUrl(id, url), sealedSecret: vault.sealSecret(id, secret) }
  const made = { id, kind, name: 'Test', shown: 'hooks.receiver.example', language: 'en' as const, ...sealed }
  await inTransaction(db, (tx) => insertEndpoint(tx, site, { ...made, events: [...events] }))
  return { id, site, secret }
}

/** Announces an event of a site; `name` is its id. */
export function announceTo(db: Database, { id: siteId, accountId }: Site, name: string, at = new Date()) {
  const data = {
    project: { id: siteId, name: 'Peets', domain: 'peets.com' },
    count: 1,
    alerts: [alertNamed(name, at)],
    page: 'https://ranks.example/',
  }
  const event = { siteId, accountId, type: 'alert.raised' as const, id: name, at, data }
  return inTransaction(db, (tx) => announce(tx, event))
}

function alertNamed(name: string, at: Date) {
  const about = { keywordId: null, keyword: null, from: 3, to: 12, url: null }
  return { id: name, rule: 'left_top_10', title: name, ...about, at: at.toISOString() }
}

/** The deliveries of an endpoint in their order. */
export async function deliveriesOf(db: Database, endpointId: string) {
  const { rows } = await db.query(
    'SELECT n, event_id AS id, tries, status, failure, answer, delivered_at AS at FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY n',
    [endpointId],
  )
  return rows
}

export async function endpointOf(db: Database, endpointId: string) {
  const { rows } = await db.query('SELECT * FROM webhook_endpoint WHERE id = $1', [endpointId])
  return rows[0]
}
