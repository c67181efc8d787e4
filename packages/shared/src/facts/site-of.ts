import type { Call } from '../contract/call.ts'
import { AppError } from '../errors.ts'
import type { KnownSite } from './site-projection.ts'

export type Sites = { require(accountId: string, siteId: string): Promise<KnownSite> }

/** The site that a call is about. Throws `not_found`, also for a key that is limited to another site. */
export async function siteOf(sites: Sites, { caller }: Pick<Call, 'caller'>, siteId: string): Promise<KnownSite> {
  if (caller.siteId !== null && caller.siteId !== siteId) throw new AppError('not_found', 'No such site')
  return sites.require(caller.accountId, siteId)
}
