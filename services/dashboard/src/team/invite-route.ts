import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { z } from 'zod'
import type { GivenRole } from '../accounts/accounts.ts'
import { admitAttempt, lookBuckets, networkOf } from '../attempts/attempts.ts'
import { type Answer, jsonAnswer } from '../http/answers.ts'
import type { Route, Visit } from '../http/visit.ts'
import type { InviteTokens } from '../letters/letters.ts'
import { requireInvite } from './received-invites.ts'
import { overBecause } from './rules/invites.ts'

export type InviteDocument = { email: string; role: GivenRole; invitedBy: string; expiresAt: string }
type InviteRouteOptions = { database: Database; tokens: InviteTokens }

const bodySchema = z.strictObject({ token: z.string().min(1).max(200) })

/** The page of an invite, signed in or not. */
export function createInviteRoute(options: InviteRouteOptions): Route {
  return (visit) => (visit.path === '/api/invite/look' ? () => look(options, visit) : undefined)
}

async function look({ database, tokens }: InviteRouteOptions, { body, caller }: Visit): Promise<Answer> {
  await admitAttempt(database, lookBuckets(networkOf(caller)))
  const { token } = parseOwnBody(bodySchema, parseObject(body))
  const { email, role, invitedBy, expiresAt, status } = await requireInvite(database, tokens, token)
  if (status !== 'pending') throw overBecause(status)
  const seen: InviteDocument = { email, role, invitedBy, expiresAt: expiresAt.toISOString() }
  return jsonAnswer({ invite: seen })
}
