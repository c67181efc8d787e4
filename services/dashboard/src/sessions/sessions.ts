import type { IncomingMessage } from 'node:http'
import { AppError } from '@rts/shared/errors'
import { namedAccount, type Visit } from '../http/visit.ts'
import { cookieValue, tokenOf } from './rules/cookie.ts'
import type { Session, SessionStore } from './sessions.sql.ts'

export { cookieNameOf, cookieValue, tokenOf } from './rules/cookie.ts'
export { freshSeconds, requireFresh } from './rules/fresh-session.ts'
export { createSessionStore, type ListedSession, type Session, type SessionStore } from './sessions.sql.ts'

export type CookieRules = { cookieName: string; secret: string }

export function cookieOf(headers: IncomingMessage['headers'], { cookieName }: CookieRules): string | undefined {
  return cookieValue(headers.cookie, cookieName)
}

/** The session of a visit. Throws `not_signed_in`. */
export async function requireSession(sessions: SessionStore, { secret }: CookieRules, visit: Visit): Promise<Session> {
  const token = tokenOf(visit.cookie, secret)
  const session = token && (await sessions.find(token, namedAccount(visit)))
  if (!session) throw new AppError('not_signed_in', 'Sign in first')
  if (session.isUnnoted) await sessions.note(session.id, visit.caller.network?.from ?? null)
  return session
}
