import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import {
  type AccountOf,
  findSeat,
  inAccount,
  type Membership,
  personOf,
  requireSeat,
  seatsTaken,
} from '../accounts/accounts.ts'
import type { InviteTokens } from '../letters/letters.ts'
import { acceptInvite, findInvite, type Invite, listReceivedInvites } from './invites.sql.ts'
import { insertMember, type Rights } from './members.sql.ts'
import { overBecause } from './rules/invites.ts'
import { loggedRights, writeTeamLog } from './team-log.sql.ts'

type ReceivedInviteDeps = { database: Database; tokens: InviteTokens; accountOf: AccountOf }
type Tried = Pick<Invite, 'id' | 'accountId'> & { personId: string }

/** Invites, for those who get them. */
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
export async function requireInvite(database: Database, tokens: InviteTokens, token: string): Promise<Invite> {
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
