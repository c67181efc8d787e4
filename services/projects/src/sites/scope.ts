import type { Caller } from '@rts/shared/contract/caller'
import { operations } from '@rts/shared/contract/table'
import type { Database } from '@rts/shared/service/transaction'
import { onlySite } from './rules/only-site.ts'
import { listSites, requireSite, type Site, type SiteScope } from './sites.sql.ts'

/** The most sites that a refusal lists. */
export const listedSites = 25

/** The sites that the caller may see. A key that is limited to one site sees only that site of its account. */
export function scopeOf({ accountId, siteId }: Caller): SiteScope {
  return { accountId, siteId }
}

/** The account that a call is about: the operator names it, everybody else has their own. */
export function accountFor({ kind, accountId }: Caller, named: string | undefined): string {
  return kind === 'operator' ? (named ?? '') : accountId
}

/** The site that a call names, or else the key's only one. Throws `not_found`, `conflict` without a site, `invalid_input` with several. */
export async function siteOf(db: Database, caller: Caller, asked: string | undefined): Promise<Site> {
  const scope = scopeOf(caller)
  const id = asked ?? scope.siteId
  if (id !== null) return requireSite(db, scope, id)
  return onlySite(await listSites(db, scope, { after: null, take: listedSites }), operations['sites.add'].mcp.tool)
}
