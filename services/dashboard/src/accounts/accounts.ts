import { randomUUID } from 'node:crypto'
import { events } from '@rts/shared/contract/events'
import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { Plan } from '@rts/shared/plans'
import { type RpcCaller, type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { findSeat, lockAccount } from './members.sql.ts'
import { requireEntry } from './rules/roles.ts'

export { findOwner, findSeat, forgetSite, lockAccount, requireRole, seatsTaken } from './members.sql.ts'
export * from './rules/roles.ts'
export * from './rules/sign-up.ts'

/** An account as it is now; `people` are those whom its plan allows. */
type OpenAccount = { email: string; plan: Plan; people: number }
/** Asks the gateway. Throws `not_found` for an account that is closed. */
export type AccountOf = (accountId: string) => Promise<OpenAccount>

/** `siteIds`: the only sites that the person may see; null: all of the account. */
export type Membership = { accountId: string; role: Role; siteIds: string[] | null }

/** A person as a caller in an account, as far as their role and their sites reach. A viewer's call starts no work that costs. */
export function memberCaller({ accountId, role, siteIds }: Membership, plan: Plan) {
  const collect = role === 'viewer' ? 'deny' : 'allow'
  return { kind: 'person', keyId: null, accountId, role, plan, collect, siteIds } as const
}

/** With the owner's mail address, by which people know an account; null without an owner. */
export type ListedMembership = Membership & { owner: string | null }

export function accountsAt(call: RpcClient): AccountOf {
  return async (accountId) => {
    const { account, limits } = await call('accounts.get', { params: { accountId } }, systemCaller(accountId))
    if (account.status === 'closed') throw new AppError('not_found', refusals.accountClosed)
    return { email: account.email, plan: account.plan, people: limits.people }
  }
}

/** One transaction under the account's lock: changes of its people and money come one after the other, and read what the last one left. */
export function inAccount<T>(db: Database, accountId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId)
    return work(tx)
  })
}

/** Ends what features have of an account when it is closed: one after the other, under the account’s lock. */
export function whenClosed(...endings: ((tx: Transaction, accountId: string) => Promise<void>)[]): FactEffect {
  return async (tx, fact) => {
    if (fact.type !== 'account.changed') return
    const { id, status } = events[fact.type].state.parse(fact.state)
    if (status !== 'closed') return
    await lockAccount(tx, id)
    for (const end of endings) await end(tx, id)
  }
}

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
    return { ...memberCaller({ accountId, ...seat }, plan), personId, requestId: randomUUID() }
  }
}

/** An owner that refuses has done nothing; one that fails may have. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500
}
