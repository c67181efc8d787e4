import type { IncomingMessage } from 'node:http'
import type { Caller } from '@rts/shared/contract/caller'
import { AppError } from '@rts/shared/errors'
import type { AttemptStore } from '../attempts/attempts.sql.ts'
import type { Bucket } from '../attempts/rules/buckets.ts'
import { cookieValue, tokenOf } from '../sessions/rules/cookie.ts'
import type { Session, SessionStore } from '../sessions/sessions.sql.ts'
import type { Answer } from './answers.ts'

/** One request of a browser, as the gateway signed it. */
export type Visit = {
  caller: Caller
  path: string
  query: string
  headers: IncomingMessage['headers']
  body: Uint8Array
  /** The value of the session's cookie. */
  cookie: string | undefined
}
/** How the requests of some addresses are answered; undefined for the others. */
export type Route = (visit: Visit) => (() => Promise<Answer>) | undefined

export type CookieRules = { cookieName: string; secret: string }

export function cookieOf(headers: IncomingMessage['headers'], { cookieName }: CookieRules): string | undefined {
  return cookieValue(headers.cookie, cookieName)
}

/** The network by which attempts are limited: for IPv6 the /48, because its owner has 65,536 networks of the size of a home's. */
export function networkOf({ network }: Caller): string {
  return network?.area ?? network?.hash ?? 'unknown'
}

const accountHeader = 'x-account'

/** The account that a page names for its calls, so that two tabs never mix theirs. */
export function namedAccount({ headers }: Visit): string | undefined {
  const name = headers[accountHeader]
  return Array.isArray(name) ? name[0] : name
}

/** The session of a visit. Throws `not_signed_in`. */
export async function requireSession(sessions: SessionStore, { secret }: CookieRules, visit: Visit): Promise<Session> {
  const token = tokenOf(visit.cookie, secret)
  const session = token && (await sessions.find(token, namedAccount(visit)))
  if (!session) throw new AppError('not_signed_in', 'Sign in first')
  if (session.isUnnoted) await sessions.note(session.id, visit.caller.network?.from ?? null)
  return session
}

/** Counts an attempt. Throws `rate_limited`. */
export async function admitAttempt(attempts: AttemptStore, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return
  const waitMs = await attempts.admit(buckets)
  if (waitMs === 0) return
  const retryAfterSeconds = Math.ceil(waitMs / 1_000)
  throw new AppError('rate_limited', `Too many attempts; try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
  })
}
