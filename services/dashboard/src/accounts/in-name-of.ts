import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import type { Database } from '@rts/shared/service/transaction'
import { findSeat } from './members.sql.ts'
import type { AccountOf } from './open-account.ts'
import { requireEntry } from './rules/roles.ts'

/** A person as the caller, by what they may do now. Throws a refusal where they may not enter the account any more. */
export type InNameOf = (accountId: string, personId: string) => Promise<RpcCaller>

/** Jobs act in the name of a person, who may have lost their rights since they asked for it. */
export function inNameOfPeople(database: Database, accountOf: AccountOf): InNameOf {
  return async (accountId, personId) => {
    const seat = await findSeat(database, accountId, personId)
    const { plan, people } = await accountOf(accountId)
    if (!seat)
      throw new AppError('role_required', 'The person who decided this does not belong to the account any more')
    requireEntry(seat.seat, people)
    const { role } = seat
    const common = { kind: 'person', keyId: null, siteId: null, collect: 'allow' } as const
    return { ...common, accountId, personId, role, plan, requestId: randomUUID() }
  }
}
