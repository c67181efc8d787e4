import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import {
  findOwner,
  type GivenRole,
  inAccount,
  lockAccount,
  personOf,
  requireLimitable,
  requireManager,
  requireMayGive,
  requireRole,
  requireSeat,
  seatsTaken,
} from '../accounts/accounts.ts'
import { isRefused, recipientOf } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import {
  claimNextMail,
  type Invite,
  insertInvite,
  isMemberAddress,
  listPendingInvites,
  revokeInvite,
  storeMailDue,
  takeMailOfDay,
} from './invites.sql.ts'
import { loggedRights, requireMember, writeTeamLog } from './members.sql.ts'
import { inviteRow, type RequireSites } from './members.ts'

type InviteDeps = Pick<Parts, 'database' | 'accountOf'> & {
  mailInvite: MailInvite
  requireSites: RequireSites
}
export type InviteOrder = {
  accountId: string
  email: string
  /** Undefined: as a member, or as the open invite says. */
  role?: GivenRole | undefined
  /** The only sites for the invited person; null: all. Undefined: all, or as the open invite says. */
  siteIds?: string[] | null | undefined
  /** The person who invites; null for a server key. */
  by: string | null
  contact: string
  people: number
}

const maxOpenInvites = 10

/** Invites, for those who send them. Those of one account are made and withdrawn one after the other. */
export function inviteHandlers({ database, accountOf, mailInvite, requireSites }: InviteDeps) {
  return {
    'invites.create': async ({ body, caller }) => {
      const { accountId, personId: by = null } = caller
      await requireSites(accountId, body.siteIds ?? [])
      const { email: contact, people } = await accountOf(accountId)
      const order = { ...body, accountId, by, contact, people }
      const { invite, created } = await inTransaction(database, (tx) => invitePerson(tx, order, mailInvite))
      return { id: invite.id, invite: inviteRow(invite), created }
    },

    'invites.revoke': async ({ params: { id }, caller }) => {
      const { accountId } = caller
      const by = personOf(caller)
      await inAccount(database, accountId, async (tx) => {
        requireManager(await requireRole(tx, accountId, by))
        if (!(await revokeInvite(tx, accountId, id))) throw new AppError('not_found', 'No such invite is waiting')
        await writeTeamLog(tx, { accountId, action: 'invite.revoked', by, detail: { invite: id } })
      })
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

/** One that is open already is answered as it is, and not mailed again. Throws `conflict`, `plan_limit_reached`, `role_required`. */
export async function invitePerson(tx: Transaction, order: InviteOrder, mail: MailInvite) {
  const { accountId, email, role, siteIds, by } = order
  await lockAccount(tx, accountId)
  const giver = by === null ? null : await requireRole(tx, accountId, by)
  if (giver) requireManager(giver)
  requireMayGive(giver, role ?? 'member')
  requireLimitable(role ?? 'member', siteIds ?? null)
  const invitedBy = await inviterOf(tx, order)
  if (await isMemberAddress(tx, accountId, email)) throw alreadyHere()
  const waiting = (await listPendingInvites(tx, accountId)).filter(({ status }) => status === 'pending')
  const open = waiting.find((invite) => invite.email === email)
  if (open && role !== undefined && open.role !== role)
    throw new AppError('conflict', refusals.invitedAs({ role: open.role }))
  if (open && siteIds !== undefined && !sameSites(open.siteIds, siteIds))
    throw new AppError('conflict', refusals.invitedToOtherSites)
  if (open) return { invite: open, created: false }
  // Members and open invites share the seats of the plan.
  requireSeat((await seatsTaken(tx, accountId)) + waiting.length, order.people)
  if (waiting.length >= maxOpenInvites)
    throw new AppError(
      'conflict',
      `${maxOpenInvites} invites are open already: withdraw one first, in the dashboard (Team)`,
    )
  const invite = await insertInvite(tx, {
    accountId,
    email,
    role: role ?? 'member',
    siteIds: siteIds ?? null,
    invitedBy,
  })
  const detail = { invite: invite.id, ...loggedRights(invite) }
  await writeTeamLog(tx, { accountId, action: 'member.invited', by, detail })
  await mail(tx, invite)
  return { invite, created: true }
}

/** The address that the letter names as its sender. Throws `conflict` if mail must not go out in this account's name. */
async function inviterOf(tx: Transaction, { accountId, by, contact, email }: InviteOrder): Promise<string> {
  const owner = await findOwner(tx, accountId)
  if (owner && !owner.isVerified) throw new AppError('conflict', refusals.ownerNotConfirmed)
  // Without an owner the operator made the account, and vouches for its address.
  if (!owner && email === contact) throw alreadyHere()
  const inviter = by === null ? owner : await requireMember(tx, accountId, by)
  return inviter?.email ?? contact
}

function sameSites(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a === null || b === null) return a === b
  return a.length === b.length && a.every((id) => b.includes(id))
}

function alreadyHere(): AppError {
  return new AppError('conflict', refusals.belongsAlready)
}

/** Mails an invite, in the transaction that makes it. */
export type MailInvite = (tx: Transaction, invite: Invite) => Promise<void>

/** Mail of invites: at most one per recipient per day, none after opt-out. The sender does not see which. */
export function createInviteMail(database: Database, write: MailInvite) {
  const mail: MailInvite = async (tx, invite) => {
    const isAllowed = !(await isRefused(tx, invite.email, 'invite'))
    const isFirst = await takeMailOfDay(tx, recipientOf(invite.email))
    if (isFirst && isAllowed) await write(tx, invite)
    await storeMailDue(tx, invite.id, !isFirst && isAllowed)
  }
  const mailNext = () =>
    inTransaction(database, async (tx) => {
      const invite = await claimNextMail(tx)
      if (invite) await mail(tx, invite)
      return invite !== undefined
    })
  return {
    mail,

    /** Mails the invites that had to wait for another day; answers how many it looked at. */
    async mailDue(): Promise<number> {
      for (let looked = 0; ; looked++) if (!(await mailNext()) || looked === 1_000) return looked
    },
  }
}
