import { readPlans } from '@rts/shared/plans'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { AgentMinuteStore } from '../admission/agent-minutes.sql.ts'
import type { Config } from '../config.ts'
import { createGuestClaimStore } from './claiming.ts'
import { createGuestClaims, type SiteMover } from './claims.ts'
import { createGuestSweep } from './ending.ts'
import { guestHandlers } from './guest-handlers.ts'
import { createGuestLinkStore } from './links.ts'
import { createGuestStore } from './registration.ts'
import { startGuestUpkeep } from './upkeep.ts'

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
