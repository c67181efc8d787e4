import type { PoolClient } from 'pg'

type AuditEntry = {
  action: string
  accountId: string
  keyId?: string
  /** See `actorOf`. */
  actor: string
  detail?: Record<string, unknown>
}

/** Records a change of a key or a plan, in the same transaction; never the key itself. */
export async function audit(
  client: PoolClient,
  { action, accountId, keyId, actor, detail = {} }: AuditEntry,
): Promise<void> {
  await client.query(
    'INSERT INTO audit_entry (action, account_id, key_id, actor, detail) VALUES ($1, $2, $3, $4, $5)',
    [action, accountId, keyId ?? null, actor, JSON.stringify(detail)],
  )
}
