import type { Pool } from 'pg'

/** How many keywords, domains and pages that do not exist still have positions, changes or results pages. It reads all of them. */
export async function countOrphans(pool: Pool): Promise<{ positions: number; changes: number; pages: number }> {
  const { rows } = await pool.query(`SELECT
    (SELECT count(*)::int FROM (SELECT DISTINCT keyword, domain FROM ranks.rank) p
     WHERE NOT EXISTS (SELECT FROM keyword WHERE seq = p.keyword) OR NOT EXISTS (SELECT FROM tracked_domain WHERE seq = p.domain)) AS positions,
    (SELECT count(*)::int FROM ranks.notable_change t WHERE NOT EXISTS (SELECT FROM keyword WHERE id = t.keyword_id)
     OR 2 > (SELECT count(*) FROM tracked_domain WHERE id IN (t.own_id, t.domain_id)) + (t.own_id = t.domain_id)::int) AS changes,
    (SELECT count(*)::int FROM (SELECT page FROM ranks.page UNION SELECT page FROM ranks.page_detail) p
     WHERE NOT EXISTS (SELECT FROM page_target WHERE seq = p.page)) AS pages`)
  return rows[0]
}
