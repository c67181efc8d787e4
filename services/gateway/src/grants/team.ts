import { events, type TeamAction } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { AuditStore } from '../accounts/audit.sql.ts'
import type { GrantStore } from './codes.ts'

/** Somebody may no longer manage the account. */
const losses: readonly TeamAction[] = ['member.changed', 'member.removed', 'member.left']

/** What the people of an account did to its team stands in its audit log; a consent of somebody who lost their rights gives nothing more. */
export function noteTeam({
  note,
  forgetCodes,
}: Pick<AuditStore, 'note'> & Pick<GrantStore, 'forgetCodes'>): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'team.changed') return
    const deed = events[fact.type].state.parse(fact.state)
    await note(client, deed)
    if (losses.includes(deed.action)) await forgetCodes(client, deed.accountId)
  }
}
