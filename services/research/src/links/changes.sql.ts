import type { Transaction } from '@rts/shared/service/transaction'
import { boolean, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

export type ChangedLink = { key: string; isLost: boolean; at: Date }

const lastUntil = query({ until: time }, 'SELECT until FROM links.announced WHERE site_id = $1 FOR UPDATE')
const storage = statement(
  `INSERT INTO links.announced (site_id, until) VALUES ($1, $2)
   ON CONFLICT (site_id) DO UPDATE SET until = excluded.until`,
)
// A link never found on its page is neither: it may be long lost.
const changes = query(
  { key: text, isLost: boolean, at: time },
  `SELECT encode(link, 'hex') AS key, lost_at IS NOT NULL AS "isLost", coalesce(lost_at, first_seen) AS at FROM links.seen
   WHERE site_id = $1 AND ((lost_at > $2 AND lost_at <= $3 AND found_at IS NOT NULL AND first_seen <= $2)
     OR (lost_at IS NULL AND first_seen > $2 AND first_seen <= $3)) ORDER BY at, link`,
)
const deletion = statement('DELETE FROM links.announced WHERE site_id = $1')

/** Links won or lost since the last call; the first call only sets the mark. */
export async function takeLinkChanges(tx: Transaction, siteId: string, now: Date): Promise<ChangedLink[]> {
  const last = await lastUntil.first(tx, [siteId])
  const changed = last ? await changes.rows(tx, [siteId, last.until, now]) : []
  await storage.run(tx, [siteId, now])
  return changed
}

export function deleteAnnounced(tx: Transaction, siteId: string): Promise<number> {
  return deletion.run(tx, [siteId])
}
