import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import {
  type AccountOf,
  inAccount,
  personOf,
  requireManager,
  requireMayGive,
  requireNoOwner,
  requireRole,
} from '../accounts/accounts.ts'
import { listPendingInvites } from './invites.sql.ts'
import { deleteMember, holdPerson, listMembers, type Member, requireMember, storeRole } from './members.sql.ts'
import { inviteRow, memberRow } from './rows.ts'
import { writeTeamLog } from './team-log.sql.ts'

/** Writes to the owner before and to the owner after. */
export type MailTransfer = (tx: Transaction, from: Member, to: Member) => Promise<void>
type MemberDeps = {
  database: Database
  accountOf: AccountOf
  mailTransfer: MailTransfer
  /** From the end of the transaction on, the gateway is due to get the owner's address. */
  noteContact(tx: Transaction, accountId: string): Promise<void>
  /** Wakes the job that sends the gateway an owner's address. */
  sendContacts(): void
}
type Change = { accountId: string; by: string }

export function memberHandlers({ database, accountOf, mailTransfer, noteContact, sendContacts }: MemberDeps) {
  return {
    'team.list': async ({ caller: { accountId } }) => {
      const { people } = await accountOf(accountId)
      const [members, waiting] = await Promise.all([
        listMembers(database, accountId),
        listPendingInvites(database, accountId),
      ])
      return { members: members.map((member) => memberRow(member, people)), invites: waiting.map(inviteRow) }
    },

    'members.update': async ({ params: { id }, body: { role }, caller }) => {
      const { accountId } = caller
      const by = personOf(caller)
      const { people } = await accountOf(accountId)
      const member = await inAccount(database, accountId, async (tx) => {
        const giver = await requireRole(tx, accountId, by)
        requireManager(giver)
        requireMayGive(giver, role)
        requireNoOwner(await requireRole(tx, accountId, id))
        await storeRole(tx, accountId, id, role)
        await writeTeamLog(tx, { accountId, action: 'member.changed', by, detail: { person: id, role } })
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
        if ((await requireRole(tx, accountId, by)) === 'owner')
          throw new AppError('conflict', 'You own this account: transfer it to an admin first, or close it')
        await deleteMember(tx, accountId, by)
        await writeTeamLog(tx, { accountId, action: 'member.left', by, detail: {} })
      })
      return { ok: true }
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
    if ((await requireRole(tx, accountId, by)) !== 'owner')
      throw new AppError('role_required', 'Only the owner of the account may do this')
    if ((await requireRole(tx, accountId, to)) !== 'admin')
      throw new AppError('conflict', 'Only an admin of the account can become its owner')
    // An account never has two owners, not even between two statements.
    await storeRole(tx, accountId, by, 'admin')
    await storeRole(tx, accountId, to, 'owner')
    await noteContact(tx, accountId)
    const before = await requireMember(tx, accountId, by)
    const owner = await requireMember(tx, accountId, to)
    await writeTeamLog(tx, { accountId, action: 'owner.changed', by, detail: { person: to } })
    await mailTransfer(tx, before, owner)
    return owner
  }
}
