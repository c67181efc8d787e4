import { AppError } from '@rts/shared/errors'
import type { ListedMembership } from '../accounts/accounts.ts'
import { type Answer, jsonAnswer } from '../http/answers.ts'
import { namedAccount, type Route, type Visit } from '../http/visit.ts'
import type { MemberStore } from '../people/people.ts'
import { type CookieRules, requireSession, type Session, type SessionStore } from '../sessions/sessions.ts'
import type { Ask } from './auth/ask.ts'

type SessionRouteOptions = { ask: Ask; sessions: SessionStore; members: MemberStore; cookies: CookieRules }

/** What a page is told; without a person all else is empty. */
export type SessionDocument = {
  person: Session['person'] | null
  accounts: ListedMembership[]
  /** The account that the page named, or else the person's own. */
  accountId: string | null
}

/** Who is signed in, and their accounts; a page asks when it opens. It keeps a session in use from expiring. */
export function createSessionRoute(options: SessionRouteOptions): Route {
  return (visit) => (visit.path === '/api/session' ? () => answer(options, visit) : undefined)
}

async function answer({ ask, sessions, members, cookies }: SessionRouteOptions, visit: Visit): Promise<Answer> {
  const session = await requireSession(sessions, cookies, visit).catch(signedOut)
  if (!session) return answerOf({ person: null, accounts: [], accountId: null })
  const [kept, accounts] = await Promise.all([
    ask('/get-session', { method: 'GET', cookie: visit.cookie }),
    members.listOf(session.person.id),
  ])
  // A page that names a lost account is told which one it has now.
  const accountId =
    session.membership?.accountId ?? (namedAccount(visit) === undefined ? null : (accounts[0]?.accountId ?? null))
  return answerOf({ person: session.person, accounts, accountId }, kept.cookies)
}

function signedOut(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_signed_in') return undefined
  throw error
}

function answerOf(document: SessionDocument, cookies: string[] = []): Answer {
  return jsonAnswer(document, { cookies })
}
