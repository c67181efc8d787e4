import type { Role } from '@rts/shared/contract/operation'
import type { Pool } from 'pg'

/** What people are in accounts, read for each deed in their name. */
export function createSeatStore(pool: Pool) {
  return {
    async find(accountId: string, personId: string): Promise<{ role: Role; seat: number } | undefined> {
      const found = await pool.query<{ role: Role; seat: number }>(
        'SELECT role, seat FROM member_seat WHERE account_id = $1 AND person_id = $2',
        [accountId, personId],
      )
      return found.rows[0]
    },
  }
}
