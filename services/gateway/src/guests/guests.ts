import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { createRpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Database } from '@rts/shared/service/transaction'
import type { Config } from '../config.ts'
import { claimHandlers, createClaims, type SiteMover } from './claims.ts'
import { startEnding } from './ending.ts'
import { limitsOf, toRow } from './guest-row.ts'
import { requireGuest, useGuestKey } from './guests.sql.ts'
import { linkHandlers } from './links.ts'
import { registerGuest } from './registration.ts'

type GuestConfig = Pick<Config, 'GUESTS_MAX_ACTIVE' | 'PUBLIC_URL'>
type GuestDeps = Pick<ServiceParts, 'pool' | 'logger'> & { sites: SiteMover; plans: PlanTable }

/** Registration, links, claims, and the end (`ending.ts`): after 48 hours, or once an open claim lets go. */
export function createGuests({ pool: database, logger, sites, plans }: GuestDeps, config: GuestConfig) {
  const claims = createClaims({ database, sites, logger })
  const maxActive = config.GUESTS_MAX_ACTIVE
  return {
    handlers: {
      ...guestHandlers({ database, maxActive, plans }),
      ...linkHandlers({ database, publicUrl: config.PUBLIC_URL }),
      ...claimHandlers(claims),
    },
    useKey: (keyId: string) => useGuestKey(database, keyId),
    startEnding: (deleteIdleMinutes: () => Promise<void>) =>
      startEnding({ database, resumeClaims: claims.resume, deleteIdleMinutes, logger }),
  }
}

function guestHandlers({ database, maxActive, plans }: { database: Database; maxActive: number; plans: PlanTable }) {
  return {
    'guests.register': async ({ body }) => {
      const { guest, secret } = await registerGuest(database, maxActive, body)
      return { guest: toRow(guest), secret, limits: limitsOf(plans, 'guest', guest) }
    },
    'accountStatus.get': async ({ caller }) => {
      const guest = caller.kind === 'guest' ? await requireGuest(database, caller.accountId) : undefined
      const limits = limitsOf(plans, caller.plan, guest)
      const expiresAt = guest?.endsAt.toISOString() ?? null
      return { kind: guest ? 'guest' : 'lasting', plan: caller.plan, expiresAt, limits }
    },
  } satisfies Partial<ServiceHandlers<'gateway'>>
}

export function createSiteMover(parts: Pick<ServiceParts, 'nats' | 'sign' | 'noteFailure'>): SiteMover {
  const call = createRpcClient(parts)
  return {
    async move({ guestAccountId, accountId, plan }) {
      const caller = systemCaller(accountId, plan)
      const { project } = await call('sites.claim', { body: { guestAccountId, accountId } }, caller)
      return project?.id ?? null
    },
    async siteOf(guestAccountId) {
      const { projects } = await call('sites.list', { query: { limit: 1 } }, systemCaller(guestAccountId, 'guest'))
      return projects[0]?.id ?? null
    },
  }
}
