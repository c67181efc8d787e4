import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { type Joining, joiningColumns } from './members.sql.ts'

/** What a person who claims has: an account of their own, one that is being made, or nothing, for somebody else has the guest's. */
export type Reserved = { state: 'pending'; joining: Joining } | { state: 'owner' | 'taken' }
export type ClaimStore = ReturnType<typeof createClaimStore>

/** Guests' accounts that are becoming a person's own. */
export function createClaimStore(pool: Pool) {
  return {
    /** Reserves a guest's account for a person who owns none; `claim` is what the job needs to finish it. */
    reserve: (personId: string, accountId: string, claim: string) =>
      inTransaction(pool, async (client): Promise<Reserved> => {
        // Two tries of one person come one after the other, and the second sees what the first made.
        await client.query('SELECT 1 FROM person WHERE id = $1 FOR NO KEY UPDATE', [personId])
        const owned = await client.query(
          `SELECT 1 FROM member WHERE person_id = $1 AND role = 'owner' AND state = 'active' LIMIT 1`,
          [personId],
        )
        if (owned.rows.length > 0) return { state: 'owner' }
        const before = await pendingOf(client, personId)
        if (before) return { state: 'pending', joining: before }
        await client.query(
          `INSERT INTO member (person_id, account_id, role, state, claim) VALUES ($1, $2, 'owner', 'pending', $3)
           ON CONFLICT DO NOTHING`,
          [personId, accountId, claim],
        )
        const joining = await pendingOf(client, personId)
        return joining ? { state: 'pending', joining } : { state: 'taken' }
      }),

    /** Gives a reservation up. */
    async drop({ personId, accountId }: Joining): Promise<void> {
      await pool.query(`DELETE FROM member WHERE person_id = $1 AND account_id = $2 AND state = 'pending'`, [
        personId,
        accountId,
      ])
    },
  }
}

async function pendingOf(client: PoolClient, personId: string): Promise<Joining | undefined> {
  const found = await client.query<Joining>(`${joiningColumns} AND m.person_id = $1`, [personId])
  return found.rows[0]
}
