import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { findRole, lockAccount, seatsTaken } from '../accounts/roles.sql.ts'
import { requireSeat } from '../accounts/rules/roles.ts'
import { noteDeed } from './audit-log.sql.ts'
import { type Invite, inviteColumns, isOpen } from './invite-records.sql.ts'
import { overBecause } from './rules/invites.ts'

type Membership = { accountId: string; role: Role }
export type InviteAnswerStore = ReturnType<typeof createInviteAnswerStore>

/** Invites for those who got them. */
export function createInviteAnswerStore(pool: Pool) {
  return {
    async find(id: string): Promise<Invite | undefined> {
      const found = await pool.query<Invite>(`SELECT ${inviteColumns} FROM invite i WHERE id = $1`, [id])
      return found.rows[0]
    },

    /** Open invites to the address of a person. */
    async listFor(personId: string): Promise<Invite[]> {
      const found = await pool.query<Invite>(
        `SELECT ${inviteColumns} FROM invite i JOIN person p ON p.email = i.email
         WHERE p.id = $1 AND p.email_verified AND ${isOpen} ORDER BY i.invited_at, i.id`,
        [personId],
      )
      return found.rows
    },

    /**
     * Makes the person a member of the account that invites them; again, it answers the membership. `people` are those whom the
     * plan allows. Throws `not_found`, `conflict`, `plan_limit_reached`.
     */
    accept: ({ id, accountId }: Pick<Invite, 'id' | 'accountId'>, personId: string, people: number) =>
      inTransaction(pool, async (client): Promise<Membership> => {
        await lockAccount(client, accountId)
        const taken = await client.query<{ role: Role }>(
          `UPDATE invite i SET status = 'accepted', accepted_by = p.id, mail_due_at = NULL FROM person p
           WHERE i.id = $1 AND p.id = $2 AND p.email = i.email AND p.email_verified AND ${isOpen} RETURNING i.role`,
          [id, personId],
        )
        const [invite] = taken.rows
        const known = await findRole(client, accountId, personId)
        if (!invite) return refuseOrRepeat(client, { id, accountId, personId, role: known })
        if (known) return { accountId, role: known }
        requireSeat(await seatsTaken(client, accountId), people)
        await client.query(
          `INSERT INTO member (person_id, account_id, role, state, joined_at) VALUES ($1, $2, $3, 'active', clock_timestamp())`,
          [personId, accountId, invite.role],
        )
        await noteDeed(client, {
          accountId,
          action: 'member.joined',
          by: personId,
          detail: { invite: id, role: invite.role },
        })
        return { accountId, role: invite.role }
      }),
  }
}

type Attempt = { id: string; accountId: string; personId: string; role: Role | undefined }

/** Why an invite was not open for this person, or the membership that they got by it. */
async function refuseOrRepeat(client: PoolClient, { id, accountId, personId, role }: Attempt): Promise<Membership> {
  const found = await client.query<Pick<Invite, 'status'> & { isTheirs: boolean; isForThem: boolean }>(
    `SELECT ${inviteColumns}, i.accepted_by IS NOT DISTINCT FROM $2 AS "isTheirs",
       EXISTS (SELECT 1 FROM person p WHERE p.id = $2 AND p.email = i.email) AS "isForThem" FROM invite i WHERE i.id = $1`,
    [id, personId],
  )
  const [invite] = found.rows
  if (invite?.isTheirs && role) return { accountId, role }
  if (invite?.status === 'pending' && !invite.isForThem)
    throw new AppError('conflict', 'This invite is for another address: sign in with the one that it was sent to')
  throw overBecause(invite?.status)
}
