import { parseObject } from '@rts/shared/service/http-input'
import type { Database } from '@rts/shared/service/transaction'
import { admitAttempt, formBuckets, networkOf } from '../attempts/attempts.ts'
import { languageOf } from '../http/language.ts'
import { type Answer, jsonAnswer, type Route, type Visit } from '../http/visit.ts'
import type { Hashing } from './auth/hashing.ts'
import { type AuthParts, type AuthRoute, authRoutes } from './auth/routes.ts'

export type AuthRouteOptions = AuthParts & {
  database: Database
  hashing: Pick<Hashing, 'requireRoom'>
  /** The person whom the browser of these headers signed up today. */
  signedUpIn(headers: Visit['headers']): string | undefined
}

const routes: ReadonlyMap<string, AuthRoute> = new Map(Object.entries(authRoutes))

export function createAuthRoute(options: AuthRouteOptions): Route {
  return (visit) => {
    const route = routes.get(visit.path)
    return route && (() => answer(options, route, visit))
  }
}

async function answer(options: AuthRouteOptions, route: AuthRoute, visit: Visit): Promise<Answer> {
  const { body, caller, cookie, headers } = visit
  const network = networkOf(caller)
  // Before the form is read: forms without end are not read. Leaving is never refused.
  if (!route.leaves) await admitAttempt(options.database, formBuckets(network))
  const { buckets, run } = route.read(parseObject(body))
  // Before the attempt is counted: one that a flood of others refuses costs no try.
  if (route.hashes) options.hashing.requireRoom()
  await admitAttempt(options.database, buckets(network))
  const browser = { cookie, signedUp: options.signedUpIn(headers), language: languageOf(headers) }
  const cookies = await run(options, browser)
  return jsonAnswer({ ok: true }, { cookies, leaves: route.leaves ?? false })
}
