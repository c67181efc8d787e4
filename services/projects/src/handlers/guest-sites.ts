import type { Clock } from '@rts/shared/clock'
import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { SiteClaims } from '../data/sites/site-claims.ts'
import type { SiteStore } from '../data/sites/site-store.ts'
import { siteRowOf } from './present.ts'

export type GuestSiteHandlerDeps = { sites: SiteStore; siteClaims: SiteClaims; clock: Clock }

export function guestSiteHandlers({
  sites,
  siteClaims,
  clock,
}: GuestSiteHandlerDeps): Pick<ServiceHandlers<'projects'>, 'sites.claim'> {
  return {
    'sites.claim': async ({ body: { guestAccountId, accountId }, caller }) => {
      const siteId = await siteClaims.move(guestAccountId, accountId, clock.now())
      if (siteId === null) return { project: null }
      const scope = { accountId, plan: caller.plan, siteId: null }
      return { project: siteRowOf(await sites.require(scope, siteId)) }
    },
  }
}

/** What the end of a guest, or what is left after its claim, changes here. */
export function guestGone(siteClaims: SiteClaims, clock: Clock): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'guest.ended' && fact.type !== 'guest.claimed') return
    const { accountId, claimedBy } = events[fact.type].state.parse(fact.state)
    // A guest that was upgraded in place keeps its account, and the site in it.
    if (claimedBy !== accountId) await siteClaims.end(client, accountId, clock.now())
  }
}
