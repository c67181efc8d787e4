import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import { isTimeZone } from '@rts/shared/time-zone'
import { z } from 'zod'
import type { ListedMembership } from '../accounts/accounts.ts'
import { type Answer, jsonAnswer, namedAccount, type Route, type Visit } from '../http/visit.ts'
import type { Parts } from '../parts.ts'
import { listMemberships, storeTimeZone } from '../people/people.ts'
import { type Session, sessionOfVisit } from '../sessions/sessions.ts'
import type { Ask } from './auth/ask.ts'

const asked = z.object({ timeZone: z.string().max(64).optional() })

type SessionRouteOptions = Pick<Parts, 'database' | 'cookies'> & { ask: Ask }

/** The answer to a page; without a person all else is empty. */
export type SessionDocument = {
  person: Session['person'] | null
  accounts: ListedMembership[]
  /** The account that the page named, or else the person's own. */
  accountId: string | null
}

/** Who is signed in, and their accounts; a page asks when it opens, and names its time zone. It keeps a session in use from expiring. */
export function createSessionRoute(options: SessionRouteOptions): Route {
  return (visit) => (visit.path === '/api/session' ? () => answer(options, visit) : undefined)
}

async function answer({ ask, database, cookies }: SessionRouteOptions, visit: Visit): Promise<Answer> {
  const { timeZone } = parseOwnBody(asked, parseObject(visit.body))
  const session = await sessionOfVisit(database, cookies, visit)
  if (!session) return answerOf({ person: null, accounts: [], accountId: null })
  // A browser may know a zone that this Node does not: its person is signed in all the same.
  if (timeZone !== undefined && isTimeZone(timeZone)) await storeTimeZone(database, session.person.id, timeZone)
  const [kept, accounts] = await Promise.all([
    ask('/get-session', { method: 'GET', cookie: visit.cookie }),
    listMemberships(database, session.person.id),
  ])
  // A page that names a lost account gets the one that it has now.
  const accountId =
    session.membership?.accountId ?? (namedAccount(visit) === undefined ? null : (accounts[0]?.accountId ?? null))
  return answerOf({ person: session.person, accounts, accountId }, kept.cookies)
}

function answerOf(document: SessionDocument, cookies: string[] = []): Answer {
  return jsonAnswer(document, { cookies })
}
