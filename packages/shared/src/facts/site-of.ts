import type { Call } from '../contract/caller.ts'
import { AppError } from '../errors.ts'
import type { KnownSite } from './site-projection.ts'

export type Sites = { require(accountId: string, siteId: string): Promise<KnownSite> }

/** Throws `not_found`, also for a caller who is limited to other sites. */
export async function siteOf(sites: Sites, { caller }: Pick<Call, 'caller'>, siteId: string): Promise<KnownSite> {
  if (caller.siteIds?.includes(siteId) === false) throw new AppError('not_found', 'No such site')
  return sites.require(caller.accountId, siteId)
}
