import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import {
  findSeat,
  inAccount,
  isManager,
  personOf,
  requireLimitable,
  requireManager,
  requireMayGive,
  requireNoOwner,
  requireRole,
} from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { type Invite, listPendingInvites } from './invites.sql.ts'
import {
  deleteMember,
  holdPerson,
  listMembers,
  loggedRights,
  type Member,
  type Rights,
  requireMember,
  storeRights,
  writeTeamLog,
} from './members.sql.ts'

export type MailTransfer = (tx: Transaction, from: Member, to: Member) => Promise<void>
/** Throws `invalid_input` unless all of the sites are the account's. */
export type RequireSites = (accountId: string, siteIds: readonly string[]) => Promise<void>
export type MemberDeps = Pick<Parts, 'database' | 'accountOf'> & {
  mailTransfer: MailTransfer
  /** From the end of the transaction on, the gateway is due to get the owner's address. */
  noteContact(tx: Transaction, accountId: string): Promise<void>
  /** Wakes the job that sends the gateway an owner's address. */
  sendContacts(): void
  requireSites: RequireSites
}
type Change = { accountId: string; by: string }
type ChangedRights = { role?: Role | undefined; siteIds?: string[] | null | undefined }

/** The rights after a change: those that it does not name stay, and an admin sees all sites. */
function changedRights(before: Rights, { role = before.role, siteIds }: ChangedRights): Rights {
  const kept = isManager(role) ? null : before.siteIds
  return { role, siteIds: siteIds === undefined ? kept : siteIds }
}

export function memberHandlers(deps: MemberDeps) {
  const { database, accountOf, mailTransfer, noteContact, sendContacts, requireSites } = deps

  return {
    'team.list': async ({ caller: { accountId } }) => {
      const { people } = await accountOf(accountId)
      const [members, waiting] = await Promise.all([
        listMembers(database, accountId),
        listPendingInvites(database, accountId),
      ])
      return { members: members.map((member) => memberRow(member, people)), invites: waiting.map(inviteRow) }
    },

    'members.update': async ({ params: { id }, body, caller }) => {
      const { accountId } = caller
      await requireSites(accountId, body.siteIds ?? [])
      const by = personOf(caller)
      const { people } = await accountOf(accountId)
      const member = await inAccount(database, accountId, async (tx) => {
        const giver = await requireRole(tx, accountId, by)
        requireManager(giver)
        const before = await requireMember(tx, accountId, id)
        const rights = changedRights(before, body)
        requireMayGive(giver, body.role ?? 'member')
        requireNoOwner(before.role)
        requireLimitable(rights.role, rights.siteIds)
        await storeRights(tx, accountId, id, rights)
        const detail = { person: id, ...loggedRights(rights) }
        await writeTeamLog(tx, { accountId, action: 'member.changed', by, detail })
        return requireMember(tx, accountId, id)
      })
      return { member: memberRow(member, people) }
    },

    // Keys that the person made stay.
    'members.delete': async ({ params: { id }, caller }) => {
      const { accountId } = caller
      const by = personOf(caller)
      await inAccount(database, accountId, async (tx) => {
        requireManager(await requireRole(tx, accountId, by))
        requireNoOwner(await requireRole(tx, accountId, id))
        await deleteMember(tx, accountId, id)
        await writeTeamLog(tx, { accountId, action: 'member.removed', by, detail: { person: id } })
      })
      return { ok: true }
    },

    'memberships.delete': async ({ params: { accountId }, caller }) => {
      const by = personOf(caller)
      await inAccount(database, accountId, async (tx) => {
        if ((await requireRole(tx, accountId, by)) === 'owner') throw new AppError('conflict', refusals.ownsThisAccount)
        await deleteMember(tx, accountId, by)
        await writeTeamLog(tx, { accountId, action: 'member.left', by, detail: {} })
      })
      return { ok: true }
    },

    // A member's agents ask at each call.
    'seats.get': async ({ params: { accountId, personId } }) => {
      const seat = await findSeat(database, accountId, personId)
      if (!seat) throw new AppError('not_found', 'No such member')
      return { ...seat, joinedAt: seat.joinedAt.toISOString(), rightsSince: seat.rightsSince.toISOString() }
    },

    'ownership.transfer': async ({ body: { memberId: to }, caller }) => {
      const { accountId } = caller
      const by = personOf(caller)
      const { people } = await accountOf(accountId)
      const owner = await inAccount(database, accountId, (tx) => transfer(tx, { accountId, by }, to))
      sendContacts()
      return { owner: memberRow(owner, people) }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>

  /** Makes an admin the owner and the owner an admin, and writes to both. Throws `role_required`, `not_found`, `conflict`. */
  async function transfer(tx: Transaction, { accountId, by }: Change, to: string): Promise<Member> {
    // A person who deletes themselves does so before, or owns an account and cannot.
    await holdPerson(tx, to)
    if ((await requireRole(tx, accountId, by)) !== 'owner') throw new AppError('role_required', refusals.ownerOnly)
    if ((await requireRole(tx, accountId, to)) !== 'admin') throw new AppError('conflict', refusals.adminBecomesOwner)
    // An account never has two owners, not even between two statements.
    await storeRights(tx, accountId, by, { role: 'admin', siteIds: null })
    await storeRights(tx, accountId, to, { role: 'owner', siteIds: null })
    await noteContact(tx, accountId)
    const before = await requireMember(tx, accountId, by)
    const owner = await requireMember(tx, accountId, to)
    await writeTeamLog(tx, { accountId, action: 'owner.changed', by, detail: { person: to } })
    await mailTransfer(tx, before, owner)
    return owner
  }
}

/** A member as people and the API see one; `people` are those whom the plan allows. */
function memberRow({ seat, joinedAt, ...member }: Member, people: number) {
  return { ...member, joinedAt: joinedAt.toISOString(), frozen: seat > people }
}

export function inviteRow({ id, email, role, siteIds, status, invitedAt, expiresAt }: Invite) {
  return { id, email, role, siteIds, status, invitedAt: invitedAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
