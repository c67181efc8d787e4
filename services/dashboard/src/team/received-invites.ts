import { AppError } from '@rts/shared/errors'
import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody, type ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { z } from 'zod'
import {
  findSeat,
  type GivenRole,
  inAccount,
  type Membership,
  personOf,
  requireSeat,
  seatsTaken,
} from '../accounts/accounts.ts'
import { admitAttempt, lookBuckets, networkOf } from '../attempts/attempts.ts'
import { type Answer, jsonAnswer, type Route, type Visit } from '../http/visit.ts'
import type { InviteTokens } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import { acceptInvite, findInvite, type Invite, type InviteStatus, listReceivedInvites } from './invites.sql.ts'
import { insertMember, loggedRights, type Rights, writeTeamLog } from './members.sql.ts'

type ReceivedInviteDeps = Pick<Parts, 'database' | 'tokens' | 'accountOf'>
type Tried = Pick<Invite, 'id' | 'accountId'> & { personId: string }

export function receivedInviteHandlers({ database, tokens, accountOf }: ReceivedInviteDeps) {
  return {
    'invites.accept': async ({ body, caller }) => {
      const { id, accountId } = await requireInvite(database, tokens, body.token)
      const { people } = await accountOf(accountId)
      const tried = { id, accountId, personId: personOf(caller) }
      return inAccount(database, accountId, (tx) => accept(tx, tried, people))
    },

    'receivedInvites.list': async ({ caller }) => {
      const open = await listReceivedInvites(database, personOf(caller))
      const toRow = ({ id, invitedBy, role, expiresAt }: Invite) => ({
        token: tokens.ofInvite(id),
        invitedBy,
        role,
        expiresAt: expiresAt.toISOString(),
      })
      return { invites: open.map(toRow) }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

/** The invite of a link. Throws `not_found`. */
async function requireInvite(database: Database, tokens: InviteTokens, token: string): Promise<Invite> {
  const id = tokens.inviteOf(token)
  const invite = id && (await findInvite(database, id))
  if (!invite) throw overBecause(undefined)
  return invite
}

/**
 * Makes the person a member of the account that invites them; again, it answers the membership. `people` are those whom the
 * plan allows. Throws `not_found`, `conflict`, `plan_limit_reached`.
 */
async function accept(tx: Transaction, tried: Tried, people: number): Promise<Membership> {
  const { id, accountId, personId } = tried
  const given = await acceptInvite(tx, id, personId)
  const known = await findSeat(tx, accountId, personId)
  if (!given) return refuseOrRepeat(tx, tried, known)
  if (known) return { accountId, ...known }
  requireSeat(await seatsTaken(tx, accountId), people)
  await insertMember(tx, accountId, personId, given)
  const detail = { invite: id, ...loggedRights(given) }
  await writeTeamLog(tx, { accountId, action: 'member.joined', by: personId, detail })
  return { accountId, ...given }
}

/** Why an invite is not open for this person, or the membership that they got by it before. */
async function refuseOrRepeat(tx: Transaction, tried: Tried, known: Rights | undefined): Promise<Membership> {
  const { id, accountId, personId } = tried
  const invite = await findInvite(tx, id, personId)
  if (invite?.isTheirs && known) return { accountId, ...known }
  if (invite?.status === 'pending' && !invite.isForThem) throw new AppError('conflict', refusals.inviteOfAnother)
  throw overBecause(invite?.status)
}

export type InviteDocument = { email: string; role: GivenRole; invitedBy: string; expiresAt: string }
type InviteRouteOptions = Pick<Parts, 'database' | 'tokens'>

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

function overBecause(status: InviteStatus | undefined): AppError {
  switch (status) {
    case 'accepted':
      return new AppError('not_found', refusals.inviteAccepted)
    case 'revoked':
      return new AppError('not_found', refusals.inviteWithdrawn)
    case 'expired':
      return new AppError('not_found', refusals.inviteOver)
    case 'pending':
    case undefined:
      return new AppError('not_found', 'There is no such invite')
    default: {
      const missing: never = status
      return missing
    }
  }
}
