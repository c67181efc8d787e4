import { randomUUID } from 'node:crypto'
import { Refused } from '@rts/outside/guarded/refusal'
import { checkedUrl, type UrlRules } from '@rts/outside/guarded/url'
import { dayMs } from '@rts/shared/clock'
import type { EndpointRow, TryRow } from '@rts/shared/contract/rows/webhook'
import { AppError, invalidField } from '@rts/shared/errors'
import type { RequireThawed } from '@rts/shared/facts/frozen-site'
import { siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { admitAttempt, webhookBuckets } from '../attempts/attempts.ts'
import type { Parts } from '../parts.ts'
import { inSite } from '../sites/sites.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  type Endpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoints,
  pauseEndpoint,
  requireEndpoint,
  resumeEndpoint,
  type Site,
  storeSecret,
} from './endpoints.sql.ts'
import { watchRanks } from './rank-reads.sql.ts'
import { testBody } from './rules/messages.ts'
import { newSecret } from './rules/signature.ts'
import { type Target, targetOf } from './rules/targets.ts'
import type { Answer } from './rules/tries.ts'
import type { Sender } from './sender.ts'
import type { Vault } from './vault.ts'

export type EndpointDeps = Pick<Parts, 'database' | 'sites' | 'clock'> & {
  requireThawed: RequireThawed
  vault: Vault
  send: Sender
  urlRules: UrlRules
  wake(): void
}

const maxEndpoints = 10
const formerSecretMs = dayMs

export function endpointHandlers(deps: EndpointDeps) {
  const { database, sites, requireThawed, vault, send, urlRules, clock, wake } = deps

  /** Runs `work` while the site cannot be deleted, and answers an endpoint as it is afterwards. */
  function changed(site: Site, endpointId: string, work: (tx: Transaction, before: Endpoint) => Promise<void>) {
    return inSite(deps, site.id, async (tx) => {
      await work(tx, await requireEndpoint(tx, site, endpointId))
      await watchRanks(tx, site, clock.now())
      return endpointRowOf(await requireEndpoint(tx, site, endpointId), clock.now())
    })
  }

  return {
    'webhooks.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const endpoints = await listEndpoints(database, site)
      return { endpoints: endpoints.map((each) => endpointRowOf(each, clock.now())) }
    },

    'webhooks.create': async ({ params, body: { url, name = '', events, language }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const target = checkedTarget(url, urlRules)
      const id = randomUUID()
      const secret = target.kind === 'webhook' ? newSecret() : null
      const sealedSecret = secret === null ? null : vault.sealSecret(id, secret)
      const { kind, shown } = target
      const made = { id, kind, name, shown, language, sealedUrl: vault.sealUrl(id, target.url), events, sealedSecret }
      const endpoint = await inSite(deps, site.id, async (tx) => {
        await lockEndpoints(tx, site)
        if ((await listEndpoints(tx, site)).length >= maxEndpoints)
          throw new AppError('conflict', `A site has at most ${maxEndpoints} endpoints: delete one first`)
        await insertEndpoint(tx, site, { ...made, events: [...new Set(events)] })
        await watchRanks(tx, site, clock.now())
        return requireEndpoint(tx, site, id)
      })
      return { endpoint: endpointRowOf(endpoint, clock.now()), secret }
    },

    'webhooks.update': async ({ params, body: { state, name, events }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const endpoint = await changed(site, params.endpointId, async (tx) => {
        await changeEndpoint(tx, site, params.endpointId, { name: name === null ? '' : name, events })
        if (state === 'paused') await pauseEndpoint(tx, site, params.endpointId)
        if (state === 'active') await resumeEndpoint(tx, site, params.endpointId, clock.now())
      })
      wake()
      return { endpoint }
    },

    'webhooks.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await inTransaction(database, async (tx) => {
        await requireEndpoint(tx, site, params.endpointId)
        await deleteEndpoint(tx, site, params.endpointId)
        await watchRanks(tx, site, clock.now())
      })
      return { ok: true }
    },

    'webhooks.check': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const endpoint = await requireEndpoint(database, site, params.endpointId)
      await requireThawed(site)
      await admitAttempt(database, webhookBuckets(site.accountId))
      const at = clock.now()
      const body = JSON.stringify(testBody({ id: site.id, name: site.name, domain: site.domain }, at))
      const opened = vault.open(endpoint, at)
      return { tried: tryRowOf(await send(endpoint, opened, { id: `test_${randomUUID()}`, body }, call.signal)) }
    },

    'webhookSecrets.create': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const secret = newSecret()
      const endpoint = await changed(site, params.endpointId, async (tx, { id, kind }) => {
        if (kind !== 'webhook') throw new AppError('conflict', 'Slack and Discord have no secret but their address')
        const formerUntil = new Date(clock.now().getTime() + formerSecretMs)
        await storeSecret(tx, site, id, { sealedSecret: vault.sealSecret(id, secret), formerUntil })
      })
      return { endpoint, secret }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

/** Throws `invalid_input` for an address to which nothing would be sent. */
function checkedTarget(address: string, urlRules: UrlRules): Target {
  const target = targetOf(address)
  if (typeof target === 'string') throw invalidField('url', target)
  try {
    checkedUrl(target.url, urlRules)
  } catch (error) {
    if (error instanceof Refused) throw invalidField('url', 'must be a public address on port 443')
    throw error
  }
  return target
}

export function endpointRowOf(endpoint: Endpoint, now: Date): EndpointRow {
  const { id, kind, name, shown, events, state, restsFor, createdAt, dueAt, failingSince, waiting } = endpoint
  const { deliveredAt, formerUntil } = endpoint
  return {
    id,
    kind,
    name,
    address: shown,
    events,
    state,
    restsFor,
    waiting,
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    nextTryAt: state === 'active' ? (dueAt?.toISOString() ?? null) : null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    formerSecretUntil: formerUntil && formerUntil > now ? formerUntil.toISOString() : null,
  }
}

function tryRowOf({ isDelivered, status, failure, text, ms }: Answer): TryRow {
  return { delivered: isDelivered, status, failure, answer: text, ms }
}
