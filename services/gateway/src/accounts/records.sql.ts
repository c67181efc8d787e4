import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

type NewEntry = {
  action: string
  accountId: string
  keyId?: string
  actor: string
  detail?: Record<string, unknown>
  at?: string
}

/** A UTC day; the limit is null for a day without a call. */
const usageDay = { day: text, used: int, limit: int.orNull, collects: int }

const entryInsert = statement(
  'INSERT INTO audit_entry (action, account_id, key_id, actor, detail, at) VALUES ($1, $2, $3, $4, $5, coalesce($6, now()))',
)
const lastThirtyDays = query(
  usageDay,
  `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(a.charged - a.given_back, 0)::int AS used, a.day_limit AS "limit",
     coalesce(c.used, 0)::int AS collects
   FROM (SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(0, 29) AS n) d
   LEFT JOIN allowance_day a ON a.account_id = $1 AND a.day = d.day
   LEFT JOIN collect_day c ON c.account_id = $1 AND c.day = d.day ORDER BY d.day`,
)

/** In the transaction of the change; never a key itself. */
export async function insertAuditEntry(tx: Transaction, entry: NewEntry): Promise<void> {
  const { action, accountId, keyId, actor, detail = {}, at } = entry
  await entryInsert.run(tx, [action, accountId, keyId, actor, JSON.stringify(detail), at])
}

export function countAuditEntries(records: Records, accountId: string): Promise<number> {
  return records.auditEntry.count({ where: { accountId } })
}

/** Newest first, from below the entry `before`. */
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

/** Thirty days, today last. */
export function listUsage(db: Database, accountId: string): Promise<RowOf<typeof usageDay>[]> {
  return lastThirtyDays.rows(db, [accountId])
}
