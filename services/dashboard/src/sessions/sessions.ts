import type { IncomingMessage } from 'node:http'
import { AppError } from '@rts/shared/errors'
import type { Database } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { namedAccount, type Visit } from '../http/visit.ts'
import { cookieValue, tokenOf } from './rules/cookies.ts'
import { findSession, noteUse, type Session } from './sessions.sql.ts'

export {
  cookieNameOf,
  cookieValue,
  endedSignUpCookie,
  signedUpPerson,
  signUpCookie,
  signUpCookieName,
  tokenOf,
} from './rules/cookies.ts'
export {
  deleteExpiredSessions,
  deleteLinks,
  endSession,
  type ListedSession,
  listSessions,
  revokeSessions,
  type Session,
} from './sessions.sql.ts'

export type CookieRules = { cookieName: string; secret: string }

export function cookieOf(headers: IncomingMessage['headers'], { cookieName }: CookieRules): string | undefined {
  return cookieValue(headers.cookie, cookieName)
}

/** The session of a visit; undefined for a person who is not signed in. */
export async function sessionOfVisit(db: Database, { secret }: CookieRules, visit: Visit) {
  const token = tokenOf(visit.cookie, secret)
  const session = token === undefined ? undefined : await findSession(db, token, namedAccount(visit))
  if (session?.isUnnoted) await noteUse(db, session.id, visit.caller.network?.from ?? null)
  return session
}

/** Throws `not_signed_in`. */
export async function requireSession(db: Database, cookies: CookieRules, visit: Visit): Promise<Session> {
  const session = await sessionOfVisit(db, cookies, visit)
  if (!session) throw new AppError('not_signed_in', refusals.notSignedIn)
  return session
}

/** How long after signing in a session is fresh. */
export const freshSeconds = 600

/** Irreversible actions need a fresh password. Throws `sign_in_again`. */
export function requireFresh({ ageSeconds }: { ageSeconds: number }): void {
  if (ageSeconds <= freshSeconds) return
  throw new AppError('sign_in_again', refusals.signInAgain)
}
