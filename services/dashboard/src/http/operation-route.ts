import { type OperationName, operationEntries, operationOf } from '@rts/shared/contract/table'
import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { z } from 'zod'
import { admitAttempt, callBuckets } from '../attempts/attempts.ts'
import type { Parts } from '../parts.ts'
import { requireFresh, requireSession } from '../sessions/sessions.ts'
import { callerAlone, callerInAccount } from './person-caller.ts'
import { type Answer, compressed, jsonAnswer, type Route, type Visit } from './visit.ts'

type OperationRouteOptions = Pick<Parts, 'database' | 'cookies' | 'accountOf'> & {
  call(name: OperationName, input: object, caller: RpcCaller): Promise<unknown>
}

const prefix = '/api/op/'
/** Every operation that a person may call, from the table. */
const names: ReadonlyMap<string, OperationName> = new Map(
  operationEntries()
    .filter(([, row]) => row.callers.includes('person') && !row.planned)
    .map(([name]) => [`${prefix}${name}`, name]),
)
/** Unparsed, for the operation to check: zod's records drop a key `__proto__` instead of refusing it. */
const part = z
  .custom<object>(
    (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
    'must be a JSON object',
  )
  .optional()
const inputSchema = z.strictObject({ params: part, query: part, body: part })

/** The browser's API: the operations of the table, for people who are signed in. Role, plan and status are read for each call. */
export function createOperationRoute(options: OperationRouteOptions): Route {
  return (visit) => {
    const name = names.get(visit.path)
    return name && (() => answer(options, name, visit))
  }
}

async function answer(options: OperationRouteOptions, name: OperationName, visit: Visit): Promise<Answer> {
  const { database, cookies, accountOf, call } = options
  const session = await requireSession(database, cookies, visit)
  await admitAttempt(database, callBuckets(session.id))
  const { fresh, kind, personal } = operationOf(name)
  if (fresh) requireFresh(session)
  const input = parseOwnBody(inputSchema, parseObject(visit.body))
  const caller = personal ? callerAlone(session, visit) : await callerInAccount(session, visit, accountOf)
  const answered = jsonAnswer(await call(name, input, caller))
  // A write may answer a secret.
  return kind === 'read' ? compressed(answered, String(visit.headers['accept-encoding'])) : answered
}
