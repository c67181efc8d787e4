import type { Clock } from '@rts/shared/clock'
import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { SiteClaims } from '../data/sites/site-claims.ts'
import type { SiteStore } from '../data/sites/site-store.ts'
import type { SiteWriter } from '../data/sites/site-writer.ts'
import { siteRowOf } from './present.ts'
import { siteOf } from './scope.ts'

export type GuestSiteHandlerDeps = { sites: SiteStore; siteWriter: SiteWriter; siteClaims: SiteClaims; clock: Clock }

export function guestSiteHandlers({ sites, siteWriter, siteClaims, clock }: GuestSiteHandlerDeps) {
  return {
    'sites.claim': async ({ body: { guestAccountId, accountId } }) => {
      const site = await siteClaims.move(guestAccountId, accountId, clock.now())
      return { project: site && siteRowOf(site) }
    },

    'guestSite.delete': async ({ params, caller }) => {
      await siteWriter.remove(await siteOf(sites, caller, params.id), clock.now())
      return { ok: true }
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
