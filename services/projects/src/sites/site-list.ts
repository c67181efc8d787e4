import type { Caller } from '@rts/shared/contract/caller'
import type { SiteRow } from '@rts/shared/contract/rows/site'
import { operations } from '@rts/shared/contract/table'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { changedSince, cursorAfter, sliceRequest } from '../lists/lists.ts'
import { siteRoom } from './freezing.ts'
import { onlySite } from './rules/site-twins.ts'
import type { ShownSite } from './site-changes.sql.ts'
import {
  countSites,
  findSitePlace,
  listSites,
  listSitesOfDomain,
  requireSite,
  type Site,
  type SiteScope,
} from './sites.sql.ts'

const listedSites = 25

/** The sites that the caller may see: to a limited person or key no other site of the account exists. */
export function scopeOf(caller: Pick<Caller, 'accountId' | 'siteIds'>): SiteScope {
  return { accountId: caller.accountId, siteIds: caller.siteIds }
}

/** The site of a caller who is limited to one; undefined for others. */
export function onlySiteOf({ siteIds }: SiteScope): string | undefined {
  return siteIds?.length === 1 ? siteIds[0] : undefined
}

/** The account that a call is about: the operator names it, everybody else has their own. */
export function accountFor({ kind, accountId }: Caller, named: string | undefined): string {
  return kind === 'operator' ? (named ?? '') : accountId
}

/** The site that a call names, or else the key's only one. Throws `not_found`, `conflict` without a site, `invalid_input` with several. */
export async function siteOf(db: Database, caller: Caller, asked: string | undefined): Promise<Site> {
  const scope = scopeOf(caller)
  const id = asked ?? onlySiteOf(scope)
  if (id !== undefined) return requireSite(db, scope, id)
  return onlySite(await listSites(db, scope, { after: null, take: listedSites }), operations['sites.create'].mcp.tool)
}

export function siteListHandlers({ db, records, plans }: { db: Database; records: Records; plans: PlanTable }) {
  return {
    'sites.list': async ({ query, caller }) => {
      const scope = scopeOf(caller)
      if (query.domain !== undefined) {
        const found = await listSitesOfDomain(records, scope, query.domain, listedSites)
        return { projects: found.map(toSiteRow), total: found.length, nextCursor: null }
      }
      const request = await sliceRequest('sites', query, (id) => findSitePlace(records, scope, id))
      const { since, head } = await changedSince(db, query)
      const [total, slice] = await Promise.all([
        countSites(records, scope, since),
        listSites(db, scope, request, since),
      ])
      return { projects: slice.rows.map(toSiteRow), total, nextCursor: cursorAfter('sites', slice), ...head }
    },

    'sites.get': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const room = site.frozen && caller.kind === 'system' ? { room: await siteRoom(db, plans, site.accountId) } : {}
      return { project: toSiteRow(site), ...room }
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
