import { AppError } from '../errors.ts'
import { type RpcClient, systemCaller } from '../service/rpc-client.ts'
import type { KnownSite } from './site-projection.ts'

/** Throws for a frozen site: nothing is added to it that starts work. */
export type RequireThawed = (site: Pick<KnownSite, 'id' | 'accountId'>) => Promise<void>

/** Asks the owner of sites, as the fact that a site is frozen may come late. */
export function thawedByOwner(call: RpcClient): RequireThawed {
  return async ({ id, accountId }) => {
    const { room } = await call('sites.get', { params: { id } }, systemCaller(accountId))
    if (room) throw siteIsFrozen(room)
  }
}

/** The refusal of what would start work on a frozen site, by how many sites its account has. */
export function siteIsFrozen({ max, used }: { max: number; used: number }): AppError {
  const sites = max === 1 ? 'one site' : `${max} sites`
  return new AppError(
    'plan_limit_reached',
    `The plan allows ${sites} and this one is beyond it: it is frozen, readable as it is, and nothing is added to it or starts for it`,
    { planLimit: { name: 'sites', max, used } },
  )
}
