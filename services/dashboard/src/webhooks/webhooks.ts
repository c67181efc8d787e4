import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { HostOverrides } from '@rts/outside/guarded/url'
import { thawedByOwner } from '@rts/shared/facts/frozen-site'
import type { Loop } from '@rts/shared/loops/loop'
import { userAgentOf } from '@rts/shared/service/build-info'
import { createCounter, createGauges } from '@rts/shared/service/gauge'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Transaction } from '@rts/shared/service/transaction'
import { pages } from '../../web/routes.ts'
import { findOwner } from '../accounts/accounts.ts'
import type { Post } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import { type Batch, countDeliveries } from './batches.sql.ts'
import { chatPlaces, type WebhookConfig } from './config.ts'
import { startDelivering } from './delivering.ts'
import { endpointHandlers } from './endpoints.ts'
import { deleteOld, findSiteName } from './events.sql.ts'
import { historyHandlers } from './history.ts'
import { startRankReads } from './rank-reads.ts'
import { createSender } from './sender.ts'
import { createVault } from './vault.ts'

export { announce, auditFinished, linksChanged } from './announce.ts'
export { deleteOfAccount, deleteOfSite } from './endpoints.sql.ts'

type WebhookParts = Pick<Parts, 'database' | 'call' | 'sites' | 'mail' | 'publicUrl' | 'clock' | 'logger' | 'registry'>
type Config = WebhookConfig & { SEAL_KEYS: string; HOST_OVERRIDES: HostOverrides }

/** The answer has to come in 15 seconds. Many endpoints are at one host, and none waits for another. */
const limits = { connectMs: 5_000, headersMs: 15_000, totalMs: 15_000, connectionsPerOrigin: 256 }
const rowsOfUpkeep = 5_000

/** Events of sites: to webhooks, which are signed, and as messages to Slack and Discord. */
export function createWebhooks(parts: WebhookParts, config: Config) {
  const { database, call, sites, mail, publicUrl, clock, logger, registry } = parts
  const { overrides: chats, prefixOf } = chatPlaces(config)
  const overrides = new Map([...config.HOST_OVERRIDES, ...chats])
  const fetcher = createGuardedFetcher({ userAgent: userAgentOf(publicUrl), overrides, limits })
  const vault = createVault(config.SEAL_KEYS)
  const send = createSender({ fetcher, prefixOf, clock })
  const count = createTryCounter(registry)
  const lanes: Loop[] = []
  const urlRules = { ports: new Set([443]), overrides }
  const wake = () => {
    for (const lane of lanes) lane.wake()
  }
  const requireThawed = thawedByOwner(call)
  const own = { database, sites, requireThawed, vault, send, urlRules, clock, wake }
  return {
    handlers: { ...endpointHandlers(own), ...historyHandlers(own) },
    chores: [() => vault.resealOld(database), () => deleteOld(database, clock.now(), rowsOfUpkeep)],
    /** Begins to deliver; answers what has to be stopped. */
    start(): { stop(): Promise<void> }[] {
      const mailRest = createRestLetters(mail, publicUrl)
      const counted = (outcomes: readonly string[]) => {
        for (const outcome of outcomes) count({ outcome })
      }
      lanes.push(...startDelivering({ database, vault, send, mailRest, counted, clock, logger }))
      return [...lanes, startRankReads({ database, call, clock, logger }), { stop: () => fetcher.close() }]
    },
  }
}

/** One letter to the owner of the account when an endpoint rests, at a proved address. */
function createRestLetters({ compose }: Pick<Post, 'compose'>, publicUrl: string) {
  return async (tx: Transaction, batch: Batch, restsFor: 'failing' | 'removed', at: Date): Promise<void> => {
    const owner = await findOwner(tx, batch.accountId)
    if (!owner?.isActive || !owner.isVerified) return
    const site = (await findSiteName(tx, batch)) ?? ''
    const url = publicUrl + pages.webhooks.replace('$siteId', batch.siteId)
    const variables = { url, site, address: batch.shown, restsFor }
    const id = `webhook.${batch.id}.${at.getTime()}`
    await compose(tx, { id, kind: 'webhookRests', to: owner.email, at: at.toISOString(), variables })
  }
}

export function createTryCounter(registry: ServiceParts['registry']) {
  return createCounter(registry, {
    name: 'dashboard_webhook_tries_total',
    help: 'Tries of deliveries to webhooks, Slack and Discord, by what came of them',
    labelNames: ['outcome'],
  })
}

/** Shows what waits for endpoints of sites. */
export function showDeliveries({ registry, pool, clock }: Pick<ServiceParts, 'registry' | 'pool' | 'clock'>): void {
  createGauges(
    registry,
    {
      dashboard_webhook_deliveries_waiting:
        'Deliveries that wait for an active endpoint, those that it failed included',
      dashboard_webhook_oldest_due_seconds: 'How long the endpoint has been due that nothing is sent to yet',
      dashboard_webhook_endpoints_failing: 'Active endpoints whose last try failed',
    },
    () => countDeliveries(pool, clock.now()),
  )
}
