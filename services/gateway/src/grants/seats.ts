import type { Caller } from '@rts/shared/contract/caller'
import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import { type PlanTable, planSchema } from '@rts/shared/plans'
import { type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import type { KeyState } from '../admission/admission.ts'
import { invalidKey } from '../keys/keys.ts'
import type { Consented } from './grants.sql.ts'

export type Rights = Pick<Caller, 'role' | 'siteIds' | 'collect'>
/**
 * The rights of the person for whom an access acts; undefined for a key that was made by hand. Nothing is kept: a change of the person's
 * role or sites holds for the next call. Throws `invalid_key` where they left the account, also if they came back, and
 * `plan_limit_reached` beyond its people.
 */
export type RightsOf = (key: KeyState) => Promise<Rights | undefined>
export type Seats = ReturnType<typeof createSeats>

/** The rights of people that accesses act for, asked on each call. */
export function createSeats(call: RpcClient, plans: PlanTable) {
  const seatOf = (accountId: string, personId: string) =>
    call('seats.get', { params: { accountId, personId } }, systemCaller(accountId)).catch(orNone)

  const rightsOf: RightsOf = async ({ accountId, plan, personId, siteId, rightsSince }) => {
    if (personId === null) return undefined
    const seat = await seatOf(accountId, personId)
    if (!seat || isBefore(rightsSince, seat.joinedAt)) throw invalidKey()
    const { people } = plans[planSchema.parse(plan)]
    if (seat.seat > people) {
      const planLimit = { name: 'people', max: people, used: seat.seat }
      throw new AppError('plan_limit_reached', 'The plan of this account has no place for this person', { planLimit })
    }
    return rightsFrom(seat, siteId)
  }
  return {
    rightsOf,
    /** Whether they are a member with the rights that they consented with. */
    async isStillGiven({ accountId, personId, rightsSince }: Consented): Promise<boolean> {
      if (personId === null) return true
      const seat = await seatOf(accountId, personId)
      return seat !== undefined && !isBefore(rightsSince, seat.rightsSince)
    },
  }
}

function isBefore(rightsSince: Date | null, time: string): boolean {
  return rightsSince !== null && rightsSince < new Date(time)
}

function rightsFrom({ role, siteIds }: { role: Role; siteIds: string[] | null }, siteId: string | null): Rights {
  const collect = role === 'viewer' ? 'deny' : 'allow'
  return { role, collect, siteIds: siteId === null ? siteIds : sharedSites(siteIds, siteId) }
}

function sharedSites(siteIds: string[] | null, siteId: string): string[] {
  return siteIds === null || siteIds.includes(siteId) ? [siteId] : []
}

function orNone(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
}
