import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Site } from './endpoints.sql.ts'

const read = { siteId: text, accountId: text, name: text, domain: text, since: time, begunAt: time }
/** A site whose rank changes are due; `since` is how far they were read. */
export type RankRead = RowOf<typeof read>
const seen = { keywordId: text, at: time }
/** The last check of a keyword that was announced. */
export type SeenCheck = RowOf<typeof seen>

const wanted = `EXISTS (SELECT FROM webhook_endpoint WHERE site_id = $1 AND account_id = $2 AND 'rank.changed' = ANY(events))`
const begin = statement(
  `INSERT INTO webhook_rank_read (site_id, account_id, since, begun_at, due_at) SELECT $1, $2, $3, $3, $3 WHERE ${wanted}
   ON CONFLICT DO NOTHING`,
)
const end = statement(
  `WITH ended AS (DELETE FROM webhook_rank_read WHERE site_id = $1 AND NOT ${wanted} RETURNING site_id)
   DELETE FROM webhook_rank_seen WHERE site_id IN (SELECT site_id FROM ended)`,
)
const claim = query(
  read,
  `UPDATE webhook_rank_read r SET due_at = $1::timestamptz + interval '5 minutes' FROM known.site s
   WHERE r.site_id = (
     SELECT site_id FROM webhook_rank_read d JOIN known.site k ON k.id = d.site_id
     WHERE d.due_at <= $1 AND k.account_id = d.account_id AND k.deleted_at IS NULL AND NOT k.in_trash AND NOT k.frozen
     ORDER BY d.due_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED
   ) AND s.id = r.site_id
   RETURNING ${selectList(read, 'r', { name: 's.name', domain: 's.domain' })}`,
)
const progress = statement(
  'UPDATE webhook_rank_read SET since = $3 WHERE site_id = $1 AND account_id = $2 AND since = $4',
)
const seenOf = query(
  seen,
  `SELECT ${selectList(seen, 'w')} FROM webhook_rank_seen w WHERE site_id = $1 AND keyword_id = ANY($2)`,
)
const nowSeen = statement(
  `INSERT INTO webhook_rank_seen AS w (site_id, keyword_id, at) SELECT $1, * FROM unnest($2::text[], $3::timestamptz[])
   ON CONFLICT (site_id, keyword_id) DO UPDATE SET at = greatest(w.at, excluded.at)`,
)

/** Rank changes of the site are read from now on while an endpoint wants them, and no longer once none does. */
export async function watchRanks(tx: Transaction, { id, accountId }: Site, now: Date): Promise<void> {
  await begin.run(tx, [id, accountId, now])
  await end.run(tx, [id, accountId])
}

/** A site that is due, if one is; it is due again in five minutes. */
export function claimRead(db: Database, now: Date): Promise<RankRead[]> {
  return claim.rows(db, [now])
}

/** Notes how far a site was read; false where another replica has read on from the same place. */
export async function storeRead(
  tx: Transaction,
  { siteId, accountId, since }: RankRead,
  until: Date,
): Promise<boolean> {
  return (await progress.run(tx, [siteId, accountId, until, since])) === 1
}

export function listSeen(tx: Transaction, { siteId }: RankRead, keywordIds: readonly string[]): Promise<SeenCheck[]> {
  return seenOf.rows(tx, [siteId, keywordIds])
}

/** Each keyword is in the list once. */
export async function storeSeen(tx: Transaction, { siteId }: RankRead, checks: readonly SeenCheck[]): Promise<void> {
  await nowSeen.run(tx, [siteId, checks.map(({ keywordId }) => keywordId), checks.map(({ at }) => at)])
}
