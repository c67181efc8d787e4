import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'

export { findRole, findSeat, lockAccount, requireRole, seatsTaken } from './members.sql.ts'
export { personOf, sessionOf } from './rules/person-of.ts'
export * from './rules/roles.ts'

export type Membership = { accountId: string; role: Role }
/** With the owner's mail address, by which people know an account; null where nobody owns it. */
export type ListedMembership = Membership & { owner: string | null }
/** An account as it is now; `people` are those whom its plan allows. */
export type OpenAccount = { email: string; plan: Plan; people: number }
/** Asks the gateway. Throws `not_found` for an account that is closed. */
export type AccountOf = (accountId: string) => Promise<OpenAccount>

/** Accounts as the gateway has them at the moment of the question. */
export function accountsAt(call: RpcClient): AccountOf {
  return async (accountId) => {
    const { account, limits } = await call('accounts.get', { params: { accountId } }, systemCaller(accountId))
    if (account.status === 'closed') throw new AppError('not_found', 'This account is closed')
    return { email: account.email, plan: account.plan, people: limits.people }
  }
}
