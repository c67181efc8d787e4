import type { Pool } from 'pg'
import { audit } from './audit.ts'

export type AuditRecord = {
  id: string
  at: Date
  action: string
  keyId: string | null
  actor: string
  detail: Record<string, unknown>
}

/** What happened to an account, its keys and its plan, and by whom. */
export function createAuditStore(pool: Pool) {
  return {
    note: audit,

    async count(accountId: string): Promise<number> {
      const counted = await pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM audit_entry WHERE account_id = $1',
        [accountId],
      )
      return counted.rows[0]?.n ?? 0
    },

    /** The newest first, those before the entry `before` if it is given. */
    async list(accountId: string, before: string | null, take: number): Promise<AuditRecord[]> {
      const found = await pool.query<AuditRecord>(
        `SELECT id::text, at, action, key_id AS "keyId", actor, detail FROM audit_entry
         WHERE account_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
        [accountId, before, take],
      )
      return found.rows
    },
  }
}
export type AuditStore = ReturnType<typeof createAuditStore>
