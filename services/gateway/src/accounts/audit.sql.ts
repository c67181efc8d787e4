import type { Transaction } from '@rts/shared/service/transaction'
import { statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

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

const entryInsert = statement(
  'INSERT INTO audit_entry (action, account_id, key_id, actor, detail, at) VALUES ($1, $2, $3, $4, $5, coalesce($6, now()))',
)

/** Records a change of an account, in the same transaction; never a key itself. */
export async function insertAuditEntry(tx: Transaction, entry: NewEntry): Promise<void> {
  const { action, accountId, keyId, actor, detail = {}, at } = entry
  await entryInsert.run(tx, [action, accountId, keyId, actor, JSON.stringify(detail), at])
}

export function countAuditEntries(records: Records, accountId: string): Promise<number> {
  return records.auditEntry.count({ where: { accountId } })
}

/** The newest first, those before the entry `before` if it is given. */
export async function listAuditEntries(records: Records, accountId: string, before: string | null, limit: number) {
  const found = await records.auditEntry.findMany({
    omit: { accountId: true },
    where: { accountId, ...(before !== null && { id: { lt: BigInt(before) } }) },
    orderBy: { id: 'desc' },
    take: limit,
  })
  // safe because `insertAuditEntry` writes objects
  return found.map((entry) => ({ ...entry, id: String(entry.id), detail: entry.detail as Record<string, unknown> }))
}
