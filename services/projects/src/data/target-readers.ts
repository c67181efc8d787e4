import type { Plan } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import type { ClaimedTarget } from './due-store.ts'
import type { RankedDomain } from './rank-store.ts'
import { readersWhere } from './tracking.ts'

/** A keyword that reads a page, with the domains that its site ranks and the site's last check of the page. */
export type Reader = {
  keywordId: string
  epoch: number
  siteId: string
  accountId: string
  plan: Plan
  checkedAt: Date | null
  domains: RankedDomain[]
}

/** Locks the sites that read the page, then the page itself; false when the lease was lost. */
export async function holdTarget(client: PoolClient, target: ClaimedTarget): Promise<boolean> {
  // In this order everywhere: sites before pages, or two transactions could wait for each other. The count makes it so.
  // Deleted ones are locked as well: their filter would tempt the planner away from the keys.
  const held = await client.query({
    name: 'target.hold',
    text: `WITH sites AS MATERIALIZED (
        SELECT id FROM site WHERE id = ANY(ARRAY(SELECT site_id FROM keyword WHERE target_id = $1)) ORDER BY id FOR SHARE)
      SELECT 1 FROM page_target WHERE id = $1 AND (SELECT count(*) FROM sites) >= 0 AND lease_until = $2::timestamptz
      FOR NO KEY UPDATE`,
    values: [target.id, target.lease],
  })
  return held.rowCount === 1
}

/** Read after the page was locked: a reader that is added later has to wait, and finds the page as it is left. */
export async function readersOf(client: PoolClient, targetId: string): Promise<Reader[]> {
  const found = await client.query<Reader>({
    name: 'target.readers',
    text: `WITH k AS MATERIALIZED (SELECT * FROM keyword WHERE target_id = $1)
      SELECT k.id AS "keywordId", k.epoch, k.site_id AS "siteId", a.id AS "accountId", a.plan, st.checked_at AS "checkedAt",
        (SELECT json_agg(json_build_object('id', d.id, 'domain', d.domain) ORDER BY d.kind = 'own' DESC, d.seq)
          FROM tracked_domain d WHERE d.site_id = s.id AND d.deleted_at IS NULL) AS domains
      FROM k JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id
      LEFT JOIN site_target st ON st.site_id = k.site_id AND st.target_id = k.target_id
      WHERE ${readersWhere} FOR SHARE OF s`,
    values: [targetId],
  })
  return found.rows.map((row) => ({ ...row, domains: row.domains ?? [] }))
}
