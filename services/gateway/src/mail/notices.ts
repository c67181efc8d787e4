import { type EventState, events } from '@rts/shared/contract/events'
import type { OutsideEffect } from '@rts/shared/facts/inbox'
import { revocationNotice } from '../domain/revocation-notice.ts'
import type { Mailer } from './mailer.ts'

/** Mails a revocation to the owner, or to support when an address is set. A repeated hand-over has the same Message-ID. */
export function revocationMail(
  mailer: Mailer,
  role: 'owner' | 'support',
  supportEmail: string | undefined,
): OutsideEffect {
  return {
    perform: async (fact) => {
      const state: EventState<'key.revoked'> = events['key.revoked'].state.parse(fact.state)
      const to = role === 'owner' ? state.ownerEmail : supportEmail
      if (to) await mailer.send(revocationNotice(state, to, role))
    },
  }
}
