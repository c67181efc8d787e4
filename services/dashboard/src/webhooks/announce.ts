import { createHash } from 'node:crypto'
import { events } from '@rts/shared/contract/events'
import { type WebhookData, type WebhookType, webhookBody } from '@rts/shared/contract/webhooks'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { Transaction } from '@rts/shared/service/transaction'
import { findWatched, storeEvent } from './events.sql.ts'

/** An event of a site. `id` names it among all that its writer announces. */
type Announced<T extends WebhookType = WebhookType> = {
  accountId: string
  siteId: string
  type: T
  id: string
  at: Date
  sandbox?: boolean
  data: WebhookData<T>
}

/**
 * Stores an event once, with a delivery to each endpoint of the site that wants its type, in the caller's transaction. A repeat of its
 * id changes nothing, and an event that no endpoint wants is not stored. Throws for data that are not of its type.
 */
export async function announce<T extends WebhookType>(tx: Transaction, event: Announced<T>): Promise<void> {
  const { accountId, siteId, type, at, sandbox, data } = event
  const body = webhookBody(type).parse({ type, timestamp: at.toISOString(), ...(sandbox && { sandbox }), data })
  await storeEvent(tx, { id: eventIdOf(event), siteId, accountId, type, body: JSON.stringify(body) })
}

/** The `webhook-id`: the same for each try, at each endpoint, and different for each event of all accounts. */
function eventIdOf({ siteId, type, id }: Pick<Announced, 'siteId' | 'type' | 'id'>): string {
  const digest = createHash('sha256').update(`${siteId} ${type} ${id}`).digest('base64url')
  return `evt_${digest.slice(0, 27)}`
}

export const auditFinished: FactEffect = async (tx, fact) => {
  if (fact.type !== 'audit.finished') return
  const { siteId, at, sandbox, ...audit } = events[fact.type].state.parse(fact.state)
  const site = await findWatched(tx, siteId)
  if (!site) return
  const { accountId, ...project } = site
  const event = { accountId, siteId, type: fact.type, id: audit.crawlId, at: new Date(at), sandbox }
  await announce(tx, { ...event, data: { project, ...audit } })
}

export const linksChanged: FactEffect = async (tx, fact) => {
  if (fact.type !== 'links.changed') return
  const { siteId, at, sandbox, ...changes } = events[fact.type].state.parse(fact.state)
  const site = await findWatched(tx, siteId)
  if (!site) return
  const { accountId, ...project } = site
  const event = { accountId, siteId, type: fact.type, id: fact.aggregate, at: new Date(at), sandbox }
  await announce(tx, { ...event, data: { project, ...changes } })
}
