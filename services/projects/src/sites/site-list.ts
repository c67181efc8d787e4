import type { SiteRow } from '@rts/shared/contract/rows/site'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { changedSince, cursorAfter, sliceRequest } from '../lists/lists.ts'
import { siteOfDomain } from './rules/only-site.ts'
import { listedSites, scopeOf, siteOf } from './scope.ts'
import type { ShownSite } from './site-changes.sql.ts'
import { countSites, findSitePlace, listSites, listSitesOfDomain } from './sites.sql.ts'

/** Sites as they are. */
export function siteListHandlers({ db, records }: { db: Database; records: Records }) {
  return {
    'sites.list': async ({ query, caller }) => {
      const scope = scopeOf(caller)
      const request = await sliceRequest('sites', query, (id) => findSitePlace(records, scope, id))
      const { since, head } = await changedSince(db, query)
      const [total, slice] = await Promise.all([
        countSites(records, scope, since),
        listSites(db, scope, request, since),
      ])
      return { projects: slice.rows.map(toSiteRow), total, nextCursor: cursorAfter('sites', slice), ...head }
    },

    'sites.get': async ({ params, caller }) => ({ project: toSiteRow(await siteOf(db, caller, params.id)) }),

    'domainSite.get': async ({ query: { domain }, caller }) => {
      const found = await listSitesOfDomain(records, scopeOf(caller), domain, listedSites)
      return { id: siteOfDomain(found, domain).id }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

export function toSiteRow(site: ShownSite): SiteRow {
  return {
    id: site.id,
    name: site.name,
    domain: site.domain,
    tags: site.tags,
    description: site.description,
    country: site.country,
    language: site.language,
    autoAddPreference: site.autoAddPreference,
    checksPausedAt: site.checksPausedAt?.toISOString() ?? null,
    frozen: site.frozen,
    createdAt: site.createdAt.toISOString(),
  }
}
