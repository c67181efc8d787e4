import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { changedSince } from '../lists/changed-since.ts'
import type { Horizon } from '../lists/horizon.sql.ts'
import { siteRowOf } from '../ranks/rows.ts'
import { siteOfDomain } from './rules/only-site.ts'
import { newSettings } from './rules/site-settings.ts'
import type { SiteWriter } from './site-writer.ts'
import type { SiteScope, SiteStore } from './sites.sql.ts'
import { cursorAfter, listedSites, scopeOf, siteOf, sliceRequest } from './sites.ts'

export type SiteHandlerDeps = { sites: SiteStore; siteWriter: SiteWriter; horizon: Horizon; clock: Clock }

export function siteHandlers({ sites, siteWriter, horizon, clock }: SiteHandlerDeps) {
  return {
    'sites.list': async ({ query, caller }) => {
      const scope = scopeOf(caller)
      const request = await sliceRequest('sites', query, (id) => sites.placeOf(scope, id))
      const { since, head } = await changedSince(horizon, query)
      const [total, slice] = await Promise.all([sites.count(scope, since), sites.list(scope, request, since)])
      return { projects: slice.rows.map(siteRowOf), total, nextCursor: cursorAfter('sites', slice), ...head }
    },

    'sites.create': async ({ body, caller }) => {
      const scope = scopeOf(caller)
      const settings = newSettings(body)
      const known = await sites.find(scope, settings)
      if (known) return { project: siteRowOf(known), created: false }
      refuseLimited(scope)
      const { site, created } = await siteWriter.add(scope.accountId, settings, clock.now())
      return { project: siteRowOf(site), created }
    },

    'sites.add': async ({ body, caller }) => {
      const scope = scopeOf(caller)
      refuseLimited(scope)
      const { site, created } = await siteWriter.addByDomain(scope.accountId, newSettings(body), clock.now())
      return { project: siteRowOf(site), created }
    },

    'sites.get': async ({ params, caller }) => ({
      project: siteRowOf(await siteOf(sites, caller, params.id)),
    }),

    'domainSite.get': async ({ query: { domain }, caller }) => {
      const found = await sites.ofDomain(scopeOf(caller), domain, listedSites)
      return { id: siteOfDomain(found, domain).id }
    },

    'sites.update': async ({ params, body, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      return { project: siteRowOf(await siteWriter.change(site, body, clock.now())) }
    },

    'sites.delete': async ({ params, caller }) => {
      await siteWriter.remove(await siteOf(sites, caller, params.id), clock.now())
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** To a key that is limited to one site no other site exists, so it cannot add one. Throws `not_found`. */
function refuseLimited({ siteId }: SiteScope): void {
  if (siteId !== null) throw new AppError('not_found', 'This key is limited to one site')
}
