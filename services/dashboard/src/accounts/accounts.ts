import { events } from '@rts/shared/contract/events'
import { AppError } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import type { Membership } from './member-caller.ts'
import { lockAccount } from './members.sql.ts'
import type { AccountOf } from './open-account.ts'

export { type InNameOf, inNameOfPeople } from './in-name-of.ts'
export { type Membership, memberCaller } from './member-caller.ts'
export { findOwner, findSeat, forgetSite, lockAccount, requireRole, seatsTaken } from './members.sql.ts'
export type { AccountOf } from './open-account.ts'
export * from './rules/roles.ts'

/** With the owner's mail address, by which people know an account; null without an owner. */
export type ListedMembership = Membership & { owner: string | null }

/** Accounts as the gateway has them at the moment of the question. */
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
