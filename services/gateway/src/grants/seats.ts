import { type Caller, limitedTo } from '@rts/shared/contract/caller'
import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import { type PlanTable, planSchema } from '@rts/shared/plans'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { KeyState } from '../admission/admission.ts'
import { invalidKey } from '../keys/keys.ts'

/** The rights of an access at this moment. */
export type Rights = Pick<Caller, 'role' | 'siteId' | 'siteIds' | 'collect'>
/**
 * The rights of the person for whom an access acts; undefined for a key that was made by hand. Nothing is kept: a change of the person's
 * role or sites holds for the next call. Throws `invalid_key` where they left the account, `plan_limit_reached` beyond its people.
 */
export type RightsOf = (key: KeyState) => Promise<Rights | undefined>

export function createRights(call: RpcClient, plans: PlanTable): RightsOf {
  return async ({ accountId, plan, personId, projectId }) => {
    if (personId === null) return undefined
    const seat = await call('seats.get', { params: { accountId, personId } }, systemCaller(accountId)).catch(asNoKey)
    const { people } = plans[planSchema.parse(plan)]
    if (seat.seat > people) {
      const planLimit = { name: 'people', max: people, used: seat.seat }
      throw new AppError('plan_limit_reached', 'The plan of this account has no place for this person', { planLimit })
    }
    return rightsOf(seat, projectId)
  }
}

/** The person's rights, in the one site that they consented to if they chose one. */
function rightsOf({ role, siteIds }: { role: Role; siteIds: string[] | null }, projectId: string | null): Rights {
  const collect = role === 'viewer' ? 'deny' : 'allow'
  return { role, collect, ...limitedTo(projectId === null ? siteIds : sharedSites(siteIds, projectId)) }
}

function sharedSites(siteIds: string[] | null, projectId: string): string[] {
  return siteIds === null || siteIds.includes(projectId) ? [projectId] : []
}

function asNoKey(error: unknown): never {
  throw error instanceof AppError && error.code === 'not_found' ? invalidKey() : error
}
