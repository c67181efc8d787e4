import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import { z } from 'zod'
import type { AttemptStore } from '../data/attempt-store.ts'
import type { InviteAnswerStore } from '../data/invite-answer-store.ts'
import type { InviteMail } from '../data/invite-mail.ts'
import { lookBuckets } from '../domain/attempts.ts'
import { type InviteTokens, recipientOf } from '../domain/invite-token.ts'
import { overBecause } from '../domain/invites.ts'
import { type Answer, jsonAnswer } from './answers.ts'
import { admitAttempt, networkOf, type Route, type Visit } from './visit.ts'

export type InviteRouteOptions = {
  attempts: AttemptStore
  answers: InviteAnswerStore
  mail: InviteMail
  tokens: InviteTokens
}

/** Where a mail program posts to, without opening a page. */
export const stopPath = '/unsubscribe'
const bodySchema = z.strictObject({ token: z.string().min(1).max(200) })

/** The page of an invite, for whoever has its link, signed in or not. */
export function createInviteRoute(options: InviteRouteOptions): Route {
  return (visit) => {
    if (visit.path === '/api/invite/look') return look(options, visit)
    if (visit.path === '/api/invite/stop') return stop(options, visit)
    return undefined
  }
}

/** A mail program's wish for no more invites. It comes from the program's server, without Origin, cookie and JSON: the address proves it. */
export function createStopRoute({ mail, tokens }: Pick<InviteRouteOptions, 'mail' | 'tokens'>): Route {
  return ({ path, query }) => {
    if (path !== stopPath) return undefined
    const recipient = tokens.recipientOf(new URLSearchParams(query).get('token') ?? '')
    if (!recipient) throw overBecause(undefined)
    return mail.refuse(recipient).then(() => jsonAnswer({ ok: true }))
  }
}

async function look(options: InviteRouteOptions, visit: Visit): Promise<Answer> {
  const { email, role, invitedBy, expiresAt, status } = await find(options, visit)
  if (status !== 'pending') throw overBecause(status)
  return jsonAnswer({ invite: { email, role, invitedBy, expiresAt: expiresAt.toISOString() } })
}

async function stop(options: InviteRouteOptions, visit: Visit): Promise<Answer> {
  const { email } = await find(options, visit)
  await options.mail.refuse(recipientOf(email))
  return jsonAnswer({ ok: true })
}

/** The invite of the token in a body. */
async function find({ attempts, answers, tokens }: InviteRouteOptions, { body, caller }: Visit) {
  const { token } = parseOwnBody(bodySchema, parseObject(body))
  await admitAttempt(attempts, lookBuckets(networkOf(caller)))
  const id = tokens.inviteOf(token)
  const invite = id && (await answers.find(id))
  if (!invite) throw overBecause(undefined)
  return invite
}
