import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { AuditStore } from '../data/audit-store.ts'

/** What the people of an account did to its team stands in its audit log. */
export function noteTeam({ note }: Pick<AuditStore, 'note'>): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'team.changed') return
    await note(client, events[fact.type].state.parse(fact.state))
  }
}
