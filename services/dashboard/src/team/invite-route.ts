import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import { z } from 'zod'
import type { GivenRole } from '../accounts/rules/roles.ts'
import type { AttemptStore } from '../attempts/attempts.sql.ts'
import { lookBuckets } from '../attempts/rules/buckets.ts'
import { type Answer, jsonAnswer } from '../http/answers.ts'
import { admitAttempt, networkOf, type Route, type Visit } from '../http/visit.ts'
import type { InviteTokens } from '../letters/rules/tokens.ts'
import type { InviteAnswerStore } from './invite-answers.sql.ts'
import { overBecause } from './rules/invites.ts'

/** What the page of an invite shows. */
export type InviteDocument = { email: string; role: GivenRole; invitedBy: string; expiresAt: string }
export type InviteRouteOptions = { attempts: AttemptStore; answers: InviteAnswerStore; tokens: InviteTokens }

const bodySchema = z.strictObject({ token: z.string().min(1).max(200) })

/** The page of an invite, for whoever has its link, signed in or not. */
export function createInviteRoute(options: InviteRouteOptions): Route {
  return (visit) => (visit.path === '/api/invite/look' ? () => look(options, visit) : undefined)
}

async function look({ attempts, answers, tokens }: InviteRouteOptions, { body, caller }: Visit): Promise<Answer> {
  const { token } = parseOwnBody(bodySchema, parseObject(body))
  await admitAttempt(attempts, lookBuckets(networkOf(caller)))
  const id = tokens.inviteOf(token)
  const invite = id && (await answers.find(id))
  if (!invite) throw overBecause(undefined)
  const { email, role, invitedBy, expiresAt, status } = invite
  if (status !== 'pending') throw overBecause(status)
  const seen: InviteDocument = { email, role, invitedBy, expiresAt: expiresAt.toISOString() }
  return jsonAnswer({ invite: seen })
}
