import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { lockAccount } from '../accounts/accounts.ts'
import type { MemberStore } from './members.sql.ts'

/** A closed account has no members any more: its people may get another one when they sign in. */
export function forgetClosed({ deleteOfAccount }: Pick<MemberStore, 'deleteOfAccount'>): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'account.changed') return
    const { id, status } = events[fact.type].state.parse(fact.state)
    if (status !== 'closed') return
    // A person who accepts an invite at this moment is deleted with the others, or finds no invite.
    await lockAccount(client, id)
    await deleteOfAccount(client, id)
  }
}
