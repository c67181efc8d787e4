import type { Pool, PoolClient } from 'pg'
import { recipientOf } from './rules/tokens.ts'

/** Letters that their recipients may refuse. */
export type RefusableKind = 'invite' | 'reminder'
export type MailRefusals = ReturnType<typeof createMailRefusals>

/** Whether the owner of an address wants no more letters of a kind. */
export async function isRefused(client: PoolClient, email: string, kind: RefusableKind): Promise<boolean> {
  const found = await client.query('SELECT 1 FROM mail_refused WHERE recipient = $1 AND kind = $2', [
    recipientOf(email),
    kind,
  ])
  return found.rowCount === 1
}

/** Who wants no more letters of a kind; addresses are kept as hashes. */
export function createMailRefusals(pool: Pool) {
  return {
    async refuse(recipient: string, kind: RefusableKind): Promise<void> {
      await pool.query(`INSERT INTO mail_refused (recipient, kind) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
        recipient,
        kind,
      ])
    },
  }
}
