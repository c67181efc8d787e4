import type { Clock } from '@rts/shared/clock'
import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { SiteClaims } from '../data/sites/site-claims.ts'
import { siteRowOf } from './present.ts'

export type GuestSiteHandlerDeps = { siteClaims: SiteClaims; clock: Clock }

export function guestSiteHandlers({ siteClaims, clock }: GuestSiteHandlerDeps) {
  return {
    'sites.claim': async ({ body: { guestAccountId, accountId } }) => {
      const site = await siteClaims.move(guestAccountId, accountId, clock.now())
      return { project: site && siteRowOf(site) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** The effect of a guest's end or claim: its remaining sites are deleted. */
export function guestGone(siteClaims: SiteClaims, clock: Clock): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'guest.ended' && fact.type !== 'guest.claimed') return
    const { accountId, claimedBy } = events[fact.type].state.parse(fact.state)
    // A guest that was upgraded in place keeps its account and its site.
    if (claimedBy !== accountId) await siteClaims.end(client, accountId, clock.now())
  }
}
