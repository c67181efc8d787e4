import { readPlans } from '@rts/shared/plans'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { Config } from './config.ts'
import type { AgentMinuteStore } from './data/agent-minute-store.ts'
import { createGuestClaimStore } from './data/guest-claim-store.ts'
import { createGuestSweep } from './data/guest-end.ts'
import { createGuestLinkStore } from './data/guest-link-store.ts'
import { createGuestStore } from './data/guest-store.ts'
import { createGuestClaims, type SiteMover } from './handlers/guest-claims.ts'
import { guestHandlers } from './handlers/guests.ts'
import { startGuestUpkeep } from './jobs/guest-upkeep.ts'

/** Everything about guests: the stores, the handlers, and the upkeep that ends them. */
export function createGuestParts(parts: ServiceParts, config: Config, minutes: AgentMinuteStore) {
  const { pool, logger } = parts
  const guests = createGuestStore(pool, { maxActive: config.GUESTS_MAX_ACTIVE })
  const store = createGuestClaimStore(pool)
  const claims = createGuestClaims({ claims: store, sites: createSiteMover(parts), logger })
  const links = createGuestLinkStore(pool)
  const plans = readPlans(config.PLANS_FILE)
  const sweep = createGuestSweep(pool)
  return {
    useKey: guests.useKey,
    handlers: guestHandlers({ guests, links, claims, plans, publicUrl: config.PUBLIC_URL }),
    startUpkeep: () => startGuestUpkeep({ sweep, minutes, resumeClaims: claims.resume, logger }),
  }
}

function createSiteMover({ nats, sign }: ServiceParts): SiteMover {
  const call = createRpcClient({ nats, sign })
  return {
    async move({ guestAccountId, accountId, plan }) {
      const { project } = await call(
        'sites.claim',
        { body: { guestAccountId, accountId } },
        systemCaller(accountId, plan),
      )
      return project?.id ?? null
    },
    async siteOf(guestAccountId) {
      const { projects } = await call('sites.list', { query: { limit: 1 } }, systemCaller(guestAccountId, 'guest'))
      return projects[0]?.id ?? null
    },
  }
}
