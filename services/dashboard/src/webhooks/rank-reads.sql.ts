import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Site } from './endpoints.sql.ts'

const read = { siteId: text, accountId: text, name: text, domain: text, since: time, seen: texts }
/** A site whose rank changes are due; `since` is how far they were read. */
export type RankRead = RowOf<typeof read>

const wanted = `EXISTS (SELECT FROM webhook_endpoint WHERE site_id = $1 AND account_id = $2 AND 'rank.changed' = ANY(events))`
const begin = statement(
  `INSERT INTO webhook_rank_read (site_id, account_id, since, seen, due_at) SELECT $1, $2, $3, '{}', $3 WHERE ${wanted} ON CONFLICT DO NOTHING`,
)
const end = statement(`DELETE FROM webhook_rank_read WHERE site_id = $1 AND NOT ${wanted}`)
const claim = query(
  read,
  `UPDATE webhook_rank_read r SET due_at = $1::timestamptz + interval '5 minutes' FROM known.site s
   WHERE r.site_id = (
     SELECT site_id FROM webhook_rank_read d JOIN known.site k ON k.id = d.site_id
     WHERE d.due_at <= $1 AND k.account_id = d.account_id AND k.deleted_at IS NULL AND NOT k.in_trash
     ORDER BY d.due_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED
   ) AND s.id = r.site_id
   RETURNING ${selectList(read, 'r', { name: 's.name', domain: 's.domain' })}`,
)
const progress = statement(
  'UPDATE webhook_rank_read SET since = $3, seen = $4 WHERE site_id = $1 AND account_id = $2 AND since = $5',
)

/** Rank changes of the site are read from now on while an endpoint wants them, and no longer once none does. */
export async function watchRanks(tx: Transaction, { id, accountId }: Site, now: Date): Promise<void> {
  await begin.run(tx, [id, accountId, now])
  await end.run(tx, [id, accountId])
}

/** A site that is due; it is due again in five minutes. */
export function claimNextRead(db: Database, now: Date): Promise<RankRead | undefined> {
  return claim.first(db, [now])
}

/** False where another replica has read on from the same place. */
export async function storeRead(
  tx: Transaction,
  { siteId, accountId, since }: RankRead,
  { until, seen }: { until: Date; seen: readonly string[] },
): Promise<boolean> {
  return (await progress.run(tx, [siteId, accountId, until, seen, since])) === 1
}
