import type { Transaction } from '@rts/shared/service/transaction'
import { boolean, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** A link that was won or lost, by its key. */
export type ChangedLink = { key: string; isLost: boolean; at: Date }

const lastUntil = query({ until: time }, 'SELECT until FROM links.announced WHERE site_id = $1 FOR UPDATE')
const storage = statement(
  `INSERT INTO links.announced (site_id, until) VALUES ($1, $2)
   ON CONFLICT (site_id) DO UPDATE SET until = excluded.until`,
)
// A link that was never found on its page is neither: a source named it, and it may have been lost long ago.
const changes = query(
  { key: text, isLost: boolean, at: time },
  `SELECT encode(link, 'hex') AS key, lost_at IS NOT NULL AS "isLost", coalesce(lost_at, first_seen) AS at FROM links.seen
   WHERE site_id = $1 AND ((lost_at > $2 AND lost_at <= $3 AND found_at IS NOT NULL AND first_seen <= $2)
     OR (lost_at IS NULL AND first_seen > $2 AND first_seen <= $3)) ORDER BY at, link`,
)
const deletion = statement('DELETE FROM links.announced WHERE site_id = $1')

/** The links that a site won or lost since the last call, and notes that they were asked for; none at the first call. */
export async function takeLinkChanges(tx: Transaction, siteId: string, now: Date): Promise<ChangedLink[]> {
  const last = await lastUntil.first(tx, [siteId])
  const changed = last ? await changes.rows(tx, [siteId, last.until, now]) : []
  await storage.run(tx, [siteId, now])
  return changed
}

/** Deletes the mark of a site; answers how many rows, as other endings do. */
export function deleteAnnounced(tx: Transaction, siteId: string): Promise<number> {
  return deletion.run(tx, [siteId])
}
