import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import type { Membership } from './session-store.ts'

/** A person whose own account is being made; with `claim` it is a guest's, and that is what was asked for, sealed. */
export type Joining = { personId: string; email: string; accountId: string; claim: string | null }
export type MemberStore = ReturnType<typeof createMemberStore>

/** Reservations `m`. */
export const joiningColumns = `SELECT m.person_id AS "personId", p.email, m.account_id AS "accountId", m.claim
  FROM member m JOIN person p ON p.id = m.person_id WHERE m.state = 'pending'`

/** Who belongs to which account. */
export function createMemberStore(pool: Pool) {
  return {
    /** Reserves an account for a verified person without one; undefined where nothing is to be made. */
    begin: (personId: string) =>
      inTransaction(pool, async (client): Promise<Joining | undefined> => {
        // Two sign-ins at once come one after the other, and the second sees what the first made.
        await client.query('SELECT 1 FROM person WHERE id = $1 FOR NO KEY UPDATE', [personId])
        await client.query(
          `INSERT INTO member (person_id, account_id, role, state)
           SELECT id, gen_random_uuid()::text, 'owner', 'pending' FROM person
           WHERE id = $1 AND email_verified AND NOT EXISTS (SELECT 1 FROM member WHERE person_id = $1)`,
          [personId],
        )
        const found = await client.query<Joining>(`${joiningColumns} AND m.person_id = $1`, [personId])
        return found.rows[0]
      }),

    /** The account is there: from now on the person may use it. False if somebody else owns `accountId`. */
    async finish({ personId }: Joining, accountId: string): Promise<boolean> {
      try {
        await pool.query(
          `UPDATE member SET state = 'active', account_id = $2, claim = NULL, joined_at = clock_timestamp() WHERE person_id = $1 AND state = 'pending'`,
          [personId, accountId],
        )
        return true
      } catch (error) {
        if (error instanceof DatabaseError && error.constraint === 'member_owner') return false
        throw error
      }
    },

    /** Reservations that have been left for a while. */
    async left(seconds: number): Promise<Joining[]> {
      const found = await pool.query<Joining>(
        `${joiningColumns} AND m.joined_at < clock_timestamp() - make_interval(secs => $1) ORDER BY m.joined_at LIMIT 100`,
        [seconds],
      )
      return found.rows
    },

    /** Ends a person's membership. Throws `not_found`, and `conflict` for the owner. */
    async leave(accountId: string, personId: string): Promise<void> {
      const { rows } = await pool.query<{ role: string }>(
        `DELETE FROM member WHERE account_id = $1 AND person_id = $2 AND role <> 'owner' RETURNING role`,
        [accountId, personId],
      )
      if (rows.length > 0) return
      const own = await pool.query(`SELECT 1 FROM member WHERE account_id = $1 AND person_id = $2`, [
        accountId,
        personId,
      ])
      if (own.rowCount === 0) throw new AppError('not_found', 'No such account')
      throw new AppError('conflict', 'You own this account: transfer it to an admin first, or close it')
    },

    /** The accounts that a person owns, those that are being made included. */
    async ownedBy(personId: string): Promise<string[]> {
      const found = await pool.query<{ id: string }>(
        `SELECT account_id AS id FROM member WHERE person_id = $1 AND role = 'owner'`,
        [personId],
      )
      return found.rows.map(({ id }) => id)
    },

    /** Deletes all memberships of an account. */
    async dropAccount(client: PoolClient, accountId: string): Promise<void> {
      await client.query('DELETE FROM member WHERE account_id = $1', [accountId])
    },

    /** The accounts of a person, their own first. */
    async listOf(personId: string): Promise<Membership[]> {
      const found = await pool.query<Membership>(
        `SELECT account_id AS "accountId", role FROM member WHERE person_id = $1 AND state = 'active'
         ORDER BY role = 'owner' DESC, joined_at, account_id`,
        [personId],
      )
      return found.rows
    },
  }
}
