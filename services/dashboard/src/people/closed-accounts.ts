import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { MemberStore } from './members.sql.ts'

/** A closed account has no members any more: its people may get another one when they sign in. */
export function forgetClosed({ dropAccount }: Pick<MemberStore, 'dropAccount'>): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'account.changed') return
    const { id, status } = events[fact.type].state.parse(fact.state)
    if (status === 'closed') await dropAccount(client, id)
  }
}
