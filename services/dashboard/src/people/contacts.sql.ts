import type { Pool, PoolClient } from 'pg'

/** An account to be told of, and which change of its owner's address this is. */
export type ContactDue = { accountId: string; asked: number }
export type ContactStore = ReturnType<typeof createContactStore>

/** From the end of this transaction on the account's address is due to be told, as it is then. */
export async function noteContact(client: PoolClient, accountId: string): Promise<void> {
  await client.query(
    `INSERT INTO contact_due AS d (account_id) VALUES ($1) ON CONFLICT (account_id) DO UPDATE SET asked = d.asked + 1`,
    [accountId],
  )
}

/** Accounts whose gateway has not heard yet which address their owner has. */
export function createContactStore(pool: Pool) {
  return {
    /** One that nobody else is telling; longer than a call lasts, so that of two calls the older never arrives last. */
    async take(): Promise<ContactDue | undefined> {
      const taken = await pool.query<ContactDue>(
        `UPDATE contact_due SET lease_until = clock_timestamp() + interval '30 seconds' WHERE account_id = (
           SELECT account_id FROM contact_due WHERE lease_until < clock_timestamp() ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED
         ) RETURNING account_id AS "accountId", asked`,
      )
      return taken.rows[0]
    },

    /** The owner's address; undefined where nobody owns the account any more. */
    async addressOf(accountId: string): Promise<string | undefined> {
      const found = await pool.query<{ email: string }>(
        `SELECT p.email FROM member m JOIN person p ON p.id = m.person_id WHERE m.account_id = $1 AND m.role = 'owner'`,
        [accountId],
      )
      return found.rows[0]?.email
    },

    /** The gateway has heard, unless the address has changed again since. */
    async done({ accountId, asked }: ContactDue): Promise<void> {
      await pool.query('DELETE FROM contact_due WHERE account_id = $1 AND asked = $2', [accountId, asked])
      await pool.query(`UPDATE contact_due SET lease_until = '-infinity' WHERE account_id = $1`, [accountId])
    },
  }
}
