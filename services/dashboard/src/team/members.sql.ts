import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { lockAccount, requireRole } from '../accounts/roles.sql.ts'
import { type GivenRole, requireManager, requireMayGive, requireNoOwner } from '../accounts/rules/roles.ts'
import { noteContact } from '../people/contacts.sql.ts'
import { noteDeed } from './audit-log.sql.ts'

/** A member with their seat: whoever has one beyond the plan's people cannot enter. */
export type Member = { id: string; email: string; name: string; role: Role; joinedAt: Date; seat: number }
export type Transfer = { accountId: string; from: string; to: string }
/** Writes to the owner before and to the owner after. */
export type MailTransfer = (client: PoolClient, from: Member, to: Member) => Promise<void>
export type TeamStore = ReturnType<typeof createTeamStore>

const members = `SELECT p.id, p.email, p.name, s.role, s.joined_at AS "joinedAt", s.seat
  FROM member_seat s JOIN person p ON p.id = s.person_id WHERE s.account_id = $1`

/**
 * The people of an account. Changes are made one after the other, and what the person who makes one may do is read after the
 * change before it: a role that was lowered in between counts.
 */
export function createTeamStore(pool: Pool, mail: MailTransfer) {
  const change = <T>(accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> =>
    inTransaction(pool, async (client) => {
      await lockAccount(client, accountId)
      return work(client)
    })
  return {
    /** All members, in the order of their seats. */
    async list(accountId: string): Promise<Member[]> {
      const found = await pool.query<Member>(`${members} ORDER BY s.seat`, [accountId])
      return found.rows
    },

    /** Throws `not_found`, `role_required`, `conflict`. */
    changeRole: (accountId: string, by: string, personId: string, role: GivenRole) =>
      change(accountId, async (client): Promise<Member> => {
        const giver = await requireRole(client, accountId, by)
        requireManager(giver)
        requireMayGive(giver, role)
        requireNoOwner(await requireRole(client, accountId, personId))
        await giveRole(client, accountId, personId, role)
        const member = await find(client, accountId, personId)
        await noteDeed(client, { accountId, action: 'member.changed', by, detail: { person: personId, role } })
        return member
      }),

    /** Ends a membership; keys that the person made stay. Throws `not_found`, `role_required`, `conflict`. */
    remove: (accountId: string, by: string, personId: string) =>
      change(accountId, async (client) => {
        requireManager(await requireRole(client, accountId, by))
        requireNoOwner(await requireRole(client, accountId, personId))
        await drop(client, accountId, personId)
        await noteDeed(client, { accountId, action: 'member.removed', by, detail: { person: personId } })
      }),

    /** Ends a person's own membership. Throws `not_found`, and `conflict` for the owner. */
    leave: (accountId: string, personId: string) =>
      change(accountId, async (client) => {
        if ((await requireRole(client, accountId, personId)) === 'owner')
          throw new AppError('conflict', 'You own this account: transfer it to an admin first, or close it')
        await drop(client, accountId, personId)
        await noteDeed(client, { accountId, action: 'member.left', by: personId, detail: {} })
      }),

    /** Makes an admin the owner and the owner an admin, and writes to both. Throws `role_required`, `not_found`, `conflict`. */
    transfer: (order: Transfer) =>
      change(order.accountId, async (client): Promise<Member> => {
        const { accountId, from, to } = order
        // Whoever deletes themselves is gone before, or owns an account after.
        await client.query('SELECT 1 FROM person WHERE id = $1 FOR KEY SHARE', [to])
        if ((await requireRole(client, accountId, from)) !== 'owner')
          throw new AppError('role_required', 'Only the owner of the account may do this')
        if ((await requireRole(client, accountId, to)) !== 'admin')
          throw new AppError('conflict', 'Only an admin of the account can become its owner')
        // An account never has two owners, not even between two statements.
        await giveRole(client, accountId, from, 'admin')
        await giveRole(client, accountId, to, 'owner')
        await noteContact(client, accountId)
        const [before, owner] = [await find(client, accountId, from), await find(client, accountId, to)]
        await noteDeed(client, { accountId, action: 'owner.changed', by: from, detail: { person: to } })
        await mail(client, before, owner)
        return owner
      }),
  }
}

async function find(client: PoolClient, accountId: string, personId: string): Promise<Member> {
  const found = await client.query<Member>(`${members} AND s.person_id = $2`, [accountId, personId])
  if (!found.rows[0]) throw new AppError('not_found', 'No such member')
  return found.rows[0]
}

async function giveRole(client: PoolClient, accountId: string, personId: string, role: Role): Promise<void> {
  await client.query('UPDATE member SET role = $3 WHERE account_id = $1 AND person_id = $2', [
    accountId,
    personId,
    role,
  ])
}

async function drop(client: PoolClient, accountId: string, personId: string): Promise<void> {
  await client.query('DELETE FROM member WHERE account_id = $1 AND person_id = $2', [accountId, personId])
}
