import { randomUUID } from 'node:crypto'
import { type Plan, readPlans } from '@rts/shared/plans'
import { createRpcClient, type RpcCaller } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Config } from './config.ts'
import type { AgentMinuteStore } from './data/agent-minute-store.ts'
import { createGuestClaimStore } from './data/guest-claim-store.ts'
import { createGuestSweep } from './data/guest-end.ts'
import { createGuestLinkStore } from './data/guest-link-store.ts'
import { createGuestStore } from './data/guest-store.ts'
import { createGuestClaims, type SiteMover } from './handlers/guest-claims.ts'
import { guestHandlers } from './handlers/guests.ts'
import { startGuestUpkeep } from './jobs/guest-upkeep.ts'

/** Everything about guests: their stores, the handlers, and the upkeep that ends them. */
export function createGuestParts(parts: ServiceParts, config: Config, minutes: AgentMinuteStore) {
  const { pool, logger } = parts
  const disabledServices = config.DISABLED_SERVICES
  const guests = createGuestStore(pool, { maxActive: config.GUESTS_MAX_ACTIVE, disabledServices })
  const store = createGuestClaimStore(pool, disabledServices)
  const claims = createGuestClaims({ claims: store, sites: createSiteMover(parts), logger })
  const [links, plans] = [createGuestLinkStore(pool), readPlans(config.PLANS_FILE)]
  const sweep = createGuestSweep(pool, disabledServices)
  return {
    useKey: guests.useKey,
    handlers: guestHandlers({ guests, links, claims, plans, publicUrl: config.PUBLIC_URL }),
    startUpkeep: () => startGuestUpkeep({ sweep, minutes, resumeClaims: claims.resume, logger }),
  }
}

function createSiteMover({ nats, sign }: ServiceParts): SiteMover {
  const call = createRpcClient({ nats, sign })
  const asSystem = (accountId: string, plan: Plan): RpcCaller => ({
    ...{ kind: 'system', accountId, plan, keyId: null, role: null, siteId: null, collect: 'deny' },
    requestId: randomUUID(),
  })
  return {
    async move({ guestAccountId, accountId, plan }) {
      const { project } = await call('sites.claim', { body: { guestAccountId, accountId } }, asSystem(accountId, plan))
      return project?.id ?? null
    },
    async siteOf(guestAccountId) {
      const { projects } = await call('sites.list', { query: { limit: 1 } }, asSystem(guestAccountId, 'guest'))
      return projects[0]?.id ?? null
    },
  }
}
