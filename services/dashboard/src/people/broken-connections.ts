import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { MemberStore } from './members.sql.ts'

type Client = Parameters<FactEffect>[0]
/** Makes the letter about the connection of a Google account part of the transaction. */
export type BrokenLetter = (
  client: Client,
  letter: { id: string; to: string; at: string; google: string },
) => Promise<void>
type Deps = { members: Pick<MemberStore, 'ownerOf'>; write: BrokenLetter }

/** A connection to the search console that ended by itself: its account's owner gets one letter. */
export function tellOwnerOfBroken({ members, write }: Deps): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'searchConsole.broken') return
    const { accountId, email: google, at } = events[fact.type].state.parse(fact.state)
    const to = await members.ownerOf(client, accountId)
    if (to !== undefined) await write(client, { id: `google.${accountId}.${fact.version}`, to, at, google })
  }
}
