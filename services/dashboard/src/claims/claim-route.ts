import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { z } from 'zod'
import { admitAttempt, lookBuckets, networkOf } from '../attempts/attempts.ts'
import { type Answer, jsonAnswer } from '../http/answers.ts'
import type { Route, Visit } from '../http/visit.ts'

/** What the page of an agent's link shows. */
export type ClaimDocument = {
  /** Somebody confirms right now: `claiming`. */
  status: 'open' | 'claiming' | 'claimed' | 'ended'
  /** `from` is a coarse network, null once the guest has ended. */
  agent: { name: string | null; registeredAt: string; from: string | null }
  /** Why the agent asks, in its words. */
  reason: string | null
  /** What would be kept; null if it cannot be read right now. */
  keeps: { domain: string; name: string; keywords: number }[] | null
  /** The last moment to confirm. */
  until: string
}
export type ClaimRouteOptions = {
  database: Database
  /** Reads a link, which changes nothing. Throws `not_found`. */
  look(token: string): Promise<ClaimDocument>
}

const schema = z.strictObject({ token: z.string().min(1).max(100) })

/** The page of an agent's link, for whoever opens it, signed in or not. */
export function createClaimRoute(options: ClaimRouteOptions): Route {
  return (visit) => (visit.path === '/api/claim/look' ? () => answer(options, visit) : undefined)
}

async function answer({ database, look }: ClaimRouteOptions, { body, caller }: Visit): Promise<Answer> {
  const { token } = parseOwnBody(schema, parseObject(body))
  await admitAttempt(database, lookBuckets(networkOf(caller)))
  return jsonAnswer(await look(token))
}
