import { events, type TeamAction } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { accessesUntil } from './assistants.sql.ts'
import { endAccesses } from './assistants.ts'
import { deleteUnusedCodes } from './grants.sql.ts'

/** After these a member may have lost rights. */
const losses: readonly TeamAction[] = ['member.changed', 'member.removed', 'member.left']

/**
 * When a member loses rights, the account's codes that no client has exchanged are deleted. With the membership all that they had
 * connected ends: it must not wake up when they come back.
 */
export const endAfterLoss: FactEffect = async (tx, fact) => {
  if (fact.type !== 'team.changed') return
  const { action, accountId, actor, detail, at } = events[fact.type].state.parse(fact.state)
  if (losses.includes(action)) await deleteUnusedCodes(tx, accountId)
  const leaver = leaverOf(action, actor, detail)
  if (leaver) await endAccesses(tx, await accessesUntil(tx, accountId, leaver, at), 'its person left the account')
}

function leaverOf(action: TeamAction, actor: string, detail: Record<string, string>): string | undefined {
  if (action === 'member.removed') return detail.person
  return action === 'member.left' ? actor.replace(/^person:/, '') : undefined
}
