import type { Clock } from '@rts/shared/clock'
import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { siteRowOf } from '../ranks/rows.ts'
import type { SiteClaims } from './claims.sql.ts'
import type { SiteWriter } from './site-writer.ts'
import type { SiteStore } from './sites.sql.ts'
import { siteOf } from './sites.ts'

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
