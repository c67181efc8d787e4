import type { Role } from '@rts/shared/contract/operation'
import { type OperationName, operationEntries, operationOf } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { z } from 'zod'
import type { AttemptStore } from '../data/attempt-store.ts'
import type { Session, SessionStore } from '../data/session-store.ts'
import { callBuckets } from '../domain/attempts.ts'
import { requireFresh } from '../domain/fresh-session.ts'
import { type Answer, compressed, jsonAnswer } from './answers.ts'
import { admitAttempt, type CookieRules, namedAccount, type Route, requireSession, type Visit } from './visit.ts'

export type OperationRouteOptions = {
  sessions: SessionStore
  attempts: AttemptStore
  cookies: CookieRules
  /** The plan of an open account, as it is now. Throws for a closed one. */
  planOf(person: PersonCaller): Promise<Plan>
  call(name: OperationName, input: object, caller: RpcCaller): Promise<unknown>
}
/** Without a role there is no account. */
export type PersonCaller = { accountId: string; personId: string; role: Role | null; requestId: string }

const prefix = '/api/op/'
/** Every row that a person may use: there is no second list. */
const names: ReadonlyMap<string, OperationName> = new Map(
  operationEntries()
    .filter(([, row]) => row.callers.includes('person') && !row.planned)
    .map(([name]) => [`${prefix}${name}`, name]),
)
const inputSchema = z.strictObject({
  params: z.record(z.string(), z.unknown()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
})

/** The browser's API: the operations of the table, for whoever is signed in. Role, plan and status are read for each call. */
export function createOperationRoute(options: OperationRouteOptions): Route {
  return (visit) => {
    const name = names.get(visit.path)
    return name && answer(options, name, visit)
  }
}

async function answer(options: OperationRouteOptions, name: OperationName, visit: Visit): Promise<Answer> {
  const { sessions, attempts, cookies, call } = options
  const session = await requireSession(sessions, cookies, visit)
  await admitAttempt(attempts, callBuckets(session.id))
  const { fresh, kind, personal } = operationOf(name)
  if (fresh) requireFresh(session)
  const input = parseOwnBody(inputSchema, parseObject(visit.body))
  const caller = personal ? themselves(session, visit) : await inAccount(options, session, visit)
  const answered = jsonAnswer(await call(name, input, caller))
  // A write may answer a secret.
  return kind === 'read' ? compressed(answered, String(visit.headers['accept-encoding'])) : answered
}

/** A person as the caller of a row that is about themselves. */
function themselves({ id: sessionId, person }: Session, { caller: { requestId } }: Visit): RpcCaller {
  return { ...personCaller({ accountId: '', role: null, personId: person.id, requestId }), sessionId }
}

async function inAccount({ planOf }: OperationRouteOptions, { person, membership }: Session, visit: Visit) {
  if (!membership) throw noAccount(visit)
  const member = { ...membership, personId: person.id, requestId: visit.caller.requestId }
  return { ...personCaller(member, await planOf(member)), collect: 'allow' as const }
}

/** A person as the caller of an operation, before its plan is known: as one without a plan. */
export function personCaller({ accountId, personId, role, requestId }: PersonCaller, plan: Plan = 'free'): RpcCaller {
  return { kind: 'person', accountId, personId, role, plan, keyId: null, siteId: null, collect: 'deny', requestId }
}

function noAccount(visit: Visit): AppError {
  if (namedAccount(visit) !== undefined) return new AppError('not_found', 'No such account')
  return new AppError('unavailable', 'Your account is being made; try again', { retryAfterSeconds: 2 })
}
