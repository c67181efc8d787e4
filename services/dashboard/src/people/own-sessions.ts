import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { personOf, sessionOf } from '../accounts/accounts.ts'
import type { Records } from '../database.sql.ts'
import { type ListedSession, listSessions, revokeSessions } from '../sessions/sessions.ts'

/** Where a person is signed in. */
export function sessionHandlers({ database, records }: { database: Database; records: Records }) {
  return {
    'sessions.list': async ({ caller }) => {
      const found = await listSessions(database, personOf(caller), sessionOf(caller))
      return { sessions: found.map(present) }
    },

    'sessions.revoke': async ({ body: { sessionId }, caller }) => {
      const which = sessionId === undefined ? { others: sessionOf(caller) } : { id: sessionId }
      const ended = await revokeSessions(records, personOf(caller), which)
      if (ended === 0 && sessionId !== undefined) throw new AppError('not_found', 'No such session')
      return { ended }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

function present({ createdAt, lastUsedAt, ...session }: ListedSession) {
  return { ...session, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() }
}
