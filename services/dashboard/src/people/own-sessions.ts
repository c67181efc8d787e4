import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { personOf, sessionOf } from '../accounts/accounts.ts'
import type { ListedSession, SessionStore } from '../sessions/sessions.ts'

/** Where a person is signed in. */
export function sessionHandlers({
  sessions,
}: {
  sessions: Pick<SessionStore, 'list' | 'revoke'>
}): Pick<ServiceHandlers<'dashboard'>, 'sessions.list' | 'sessions.revoke'> {
  return {
    'sessions.list': async ({ caller }) => {
      const found = await sessions.list(personOf(caller), sessionOf(caller))
      return { sessions: found.map(present) }
    },

    'sessions.revoke': async ({ body: { sessionId }, caller }) => {
      const which = sessionId === undefined ? { others: sessionOf(caller) } : { id: sessionId }
      const ended = await sessions.revoke(personOf(caller), which)
      if (ended === 0 && sessionId !== undefined) throw new AppError('not_found', 'No such session')
      return { ended }
    },
  }
}

function present({ createdAt, lastUsedAt, ...session }: ListedSession) {
  return { ...session, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() }
}
