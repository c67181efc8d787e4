import { inTransaction } from '@rts/shared/service/transaction'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import type { ListedMembership } from '../accounts/accounts.ts'

/** A person whose own account is being made; with `claim` it is a guest's, and that is what was asked for, sealed. */
export type Joining = { personId: string; email: string; accountId: string; claim: string | null }
export type MemberStore = ReturnType<typeof createMemberStore>

/** Reservations `m`. */
export const joiningColumns = `SELECT m.person_id AS "personId", p.email, m.account_id AS "accountId", m.claim
  FROM member m JOIN person p ON p.id = m.person_id WHERE m.state = 'pending'`

/** Who belongs to which account. */
export function createMemberStore(pool: Pool) {
  return {
    /**
     * Reserves an account for a verified person without one; undefined where nothing is to be made. Whoever is invited is expected
     * in the account that invites them, unless they want one of their own.
     */
    begin: (personId: string, wantsOwn: boolean) =>
      inTransaction(pool, async (client): Promise<Joining | undefined> => {
        // Two sign-ins at once come one after the other, and the second sees what the first made.
        await client.query('SELECT 1 FROM person WHERE id = $1 FOR NO KEY UPDATE', [personId])
        await client.query(
          `INSERT INTO member (person_id, account_id, role, state)
           SELECT id, gen_random_uuid()::text, 'owner', 'pending' FROM person
           WHERE id = $1 AND email_verified AND NOT EXISTS (SELECT 1 FROM member WHERE person_id = $1)
             AND ($2 OR NOT EXISTS (SELECT 1 FROM invite i WHERE i.email = person.email AND i.status = 'pending' AND i.expires_at > clock_timestamp()))`,
          [personId, wantsOwn],
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

    /** The accounts that a person owns, those that are being made included. */
    async ownedBy(personId: string): Promise<string[]> {
      const found = await pool.query<{ id: string }>(
        `SELECT account_id AS id FROM member WHERE person_id = $1 AND role = 'owner'`,
        [personId],
      )
      return found.rows.map(({ id }) => id)
    },

    /** Deletes all memberships and invites of an account. */
    async deleteOfAccount(client: PoolClient, accountId: string): Promise<void> {
      for (const table of ['member', 'invite'])
        await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId])
    },

    /** The verified address of whoever owns an account; undefined where nobody does. */
    async ownerOf(client: PoolClient, accountId: string): Promise<string | undefined> {
      const found = await client.query<{ email: string }>(
        `SELECT p.email FROM member m JOIN person p ON p.id = m.person_id
         WHERE m.account_id = $1 AND m.role = 'owner' AND m.state = 'active' AND p.email_verified`,
        [accountId],
      )
      return found.rows[0]?.email
    },

    /** The accounts of a person, their own first. */
    async listOf(personId: string): Promise<ListedMembership[]> {
      const found = await pool.query<ListedMembership>(
        `SELECT m.account_id AS "accountId", m.role, (
           SELECT p.email FROM member o JOIN person p ON p.id = o.person_id WHERE o.account_id = m.account_id AND o.role = 'owner'
         ) AS owner
         FROM member m WHERE m.person_id = $1 AND m.state = 'active' ORDER BY m.role = 'owner' DESC, m.joined_at, m.account_id`,
        [personId],
      )
      return found.rows
    },
  }
}
