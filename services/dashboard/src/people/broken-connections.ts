import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { pages } from '../../web/routes.ts'
import { findOwner } from '../accounts/accounts.ts'
import type { Post } from '../letters/letters.ts'

/** A connection to the search console that ended by itself: its account's owner gets one letter, at a proved address. */
export function mailOwnerOfBroken(mail: Pick<Post, 'compose'>, publicUrl: string): FactEffect {
  return async (tx, fact) => {
    if (fact.type !== 'searchConsole.broken') return
    const { accountId, email: google, at } = events[fact.type].state.parse(fact.state)
    const owner = await findOwner(tx, accountId)
    if (!owner?.isActive || !owner.isVerified) return
    const variables = { url: publicUrl + pages.googleConnection, google }
    const id = `google.${accountId}.${fact.version}`
    await mail.compose(tx, { id, kind: 'brokenConnection', to: owner.email, at, variables })
  }
}
