import type { Clock } from '@rts/shared/clock'
import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { Invoke } from '@rts/shared/service/invoke'
import type { FarewellStore } from '../search-console/revocations.sql.ts'
import type { SiteClaims } from '../sites/claims.sql.ts'
import type { AccountStore } from './accounts.sql.ts'

export type AccountFactDeps = {
  accounts: AccountStore
  siteClaims: SiteClaims
  /** Ends the account's connection to Google. */
  endConnection: FarewellStore['end']
  clock: Clock
}

/** The effect of a fact about an account: a closed one leaves nothing. */
export function accountChanged({ accounts, siteClaims, endConnection, clock }: AccountFactDeps): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'account.changed') return
    const account = events[fact.type].state.parse(fact.state)
    await accounts.apply(client, account, fact.version, clock.now())
    if (account.status !== 'closed') return
    await endConnection(client, account.id, clock.now())
    await siteClaims.end(client, account.id, clock.now())
  }
}

/** Stores the signed caller's account and plan before each call; they may be new to this service. */
export function knowingCallers(invoke: Invoke, accounts: AccountStore): Invoke {
  return async (name, input, call) => {
    const { caller } = call
    // A key's plan was read at its admission a moment ago; other callers may have read theirs earlier.
    const isAuthority = caller.kind === 'account' || caller.kind === 'guest'
    if (caller.accountId !== '') await accounts.know(caller.accountId, caller.plan, new Date(caller.iat), isAuthority)
    return invoke(name, input, call)
  }
}
