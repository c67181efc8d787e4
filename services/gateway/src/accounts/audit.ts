import type { PoolClient } from 'pg'

type AuditEntry = {
  action: string
  accountId: string
  keyId?: string
  /** See `actorOf`. */
  actor: string
  detail?: Record<string, unknown>
  /** When it happened, if that was elsewhere. */
  at?: string
}

/** Records a change of a key or a plan, in the same transaction; never the key itself. */
export async function audit(
  client: PoolClient,
  { action, accountId, keyId, actor, detail = {}, at }: AuditEntry,
): Promise<void> {
  await client.query(
    'INSERT INTO audit_entry (action, account_id, key_id, actor, detail, at) VALUES ($1, $2, $3, $4, $5, coalesce($6, now()))',
    [action, accountId, keyId ?? null, actor, JSON.stringify(detail), at ?? null],
  )
}
