import type { Clock } from '@rts/shared/clock'
import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { Invoke } from '@rts/shared/service/invoke'
import type { AccountStore } from '../data/sites/account-store.ts'

/** What a fact about an account changes here. */
export function accountChanged(accounts: AccountStore, clock: Clock): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'account.changed') return
    await accounts.apply(client, events[fact.type].state.parse(fact.state), fact.version, clock.now())
  }
}

/** Before each call: what the signed caller says of its account, which may be news here. */
export function knowingCallers(invoke: Invoke, accounts: AccountStore): Invoke {
  return async (name, input, call) => {
    const { caller } = call
    // A key's plan comes from its admission a moment ago; others may have read it earlier.
    const isAuthority = caller.kind === 'account' || caller.kind === 'guest'
    if (caller.accountId !== '') await accounts.know(caller.accountId, caller.plan, new Date(caller.iat), isAuthority)
    return invoke(name, input, call)
  }
}
