import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Site } from './decisions.sql.ts'

const stored = { siteId: text, total: int.orNull, at: time }
/** How many cards a site had at a time; null where they could not be read. */
export type StoredTotal = RowOf<typeof stored>

const ofAccount = query(stored, `SELECT ${selectList(stored, 't')} FROM advice_total t WHERE account_id = $1`)
/** A count that took longer than a newer one changes nothing. */
const storage = statement(
  `INSERT INTO advice_total AS t (site_id, account_id, total, at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (site_id) DO UPDATE SET account_id = excluded.account_id, total = excluded.total, at = excluded.at
   WHERE t.at <= excluded.at`,
)

export function listTotals(db: Database, accountId: string): Promise<StoredTotal[]> {
  return ofAccount.rows(db, [accountId])
}

/** `at` is when the facts began to be read. */
export async function storeTotal(tx: Transaction, { id, accountId }: Site, total: number | null, at: Date) {
  await storage.run(tx, [id, accountId, total, at])
}
