import type { Database, Transaction } from '@rts/shared/service/transaction'

type NewEntry = {
  action: string
  accountId: string
  keyId?: string
  /** See `actorOf`. */
  actor: string
  detail?: Record<string, unknown>
  /** When it happened, if that was elsewhere. */
  at?: string
}
type AuditEntry = {
  id: string
  at: Date
  action: string
  keyId: string | null
  actor: string
  detail: Record<string, unknown>
}

/** Records a change of an account, in the same transaction; never a key itself. */
export async function insertAuditEntry(
  tx: Transaction,
  { action, accountId, keyId, actor, detail = {}, at }: NewEntry,
): Promise<void> {
  await tx.query(
    'INSERT INTO audit_entry (action, account_id, key_id, actor, detail, at) VALUES ($1, $2, $3, $4, $5, coalesce($6, now()))',
    [action, accountId, keyId ?? null, actor, JSON.stringify(detail), at ?? null],
  )
}

export async function countAuditEntries(db: Database, accountId: string): Promise<number> {
  const counted = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_entry WHERE account_id = $1', [
    accountId,
  ])
  return counted.rows[0]?.n ?? 0
}

/** The newest first, those before the entry `before` if it is given. */
export async function listAuditEntries(
  db: Database,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<AuditEntry[]> {
  const found = await db.query<AuditEntry>(
    `SELECT id::text, at, action, key_id AS "keyId", actor, detail FROM audit_entry
     WHERE account_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [accountId, before, limit],
  )
  return found.rows
}
