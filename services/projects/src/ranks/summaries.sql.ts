import type { Database } from '@rts/shared/service/transaction'
import { counted, held } from './conditions.sql.ts'
import { rankBefore } from './earlier-ranks.sql.ts'

/** Where the keywords of a site stand now. */
export type SiteStanding = {
  siteId: string
  /** The site's own domain. */
  domainId: string
  clicks: number
  keywords: number
  top3: number
  top10: number
  up: number
  down: number
  notFound: number
  failed: number
  waiting: number
  checkedAt: Date | null
}

const standingsSql = `
  WITH stood AS (
    SELECT d.site_id, d.id AS domain_id, k.id, k.last_check_status, s.position, s.checked_at, p.position AS previous_position
    FROM tracked_domain d
    LEFT JOIN keyword k ON k.site_id = d.site_id AND k.deleted_at IS NULL
    LEFT JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id
    LEFT JOIN LATERAL ${rankBefore('d.id', '$3', '$4')} p ON true
    WHERE d.site_id = ANY($1) AND d.kind = 'own' AND d.deleted_at IS NULL)
  SELECT site_id AS "siteId", domain_id AS "domainId", count(id)::int AS keywords,
    coalesce(sum(($2::float8[])[least(position, 100) + 1]) FILTER (WHERE position IS NOT NULL), 0) AS clicks,
    ${counted(held.top3)} AS top3, ${counted(held.top10)} AS top10, ${counted(held.up)} AS up, ${counted(held.down)} AS down,
    ${counted(held.not_found)} AS "notFound", ${counted(held.failed)} AS failed,
    ${counted(`id IS NOT NULL AND ${held.waiting}`)} AS waiting, max(checked_at) AS "checkedAt"
  FROM stood GROUP BY site_id, domain_id`

/**
 * `rates` are the clicks that a place earns, from 0 for not found to place 100. Keywords went up or down against so many `days`
 * before their last check.
 */
export async function readSiteStandings(
  db: Database,
  siteIds: readonly string[],
  { rates, days, countsForDays }: { rates: readonly number[]; days: number; countsForDays: number },
): Promise<SiteStanding[]> {
  const values = [siteIds, rates, days, countsForDays]
  return (await db.query<SiteStanding>({ name: 'summary.standings', text: standingsSql, values })).rows
}
