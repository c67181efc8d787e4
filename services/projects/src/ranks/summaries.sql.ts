import type { Database } from '@rts/shared/service/transaction'
import { float, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { counted, held } from './conditions.sql.ts'
import { rankBefore } from './earlier-ranks.sql.ts'

const standing = {
  siteId: text,
  /** The site's own domain. */
  domainId: text,
  clicks: float,
  keywords: int,
  top3: int,
  top10: int,
  up: int,
  down: int,
  notFound: int,
  failed: int,
  waiting: int,
  checkedAt: time.orNull,
}
/** The counts of a site's keywords by their present rank. */
export type SiteStanding = RowOf<typeof standing>

const standings = query(
  standing,
  `WITH stood AS (
    SELECT d.site_id, d.id AS domain_id, k.id, k.last_check_status, s.position, s.checked_at, p.position AS previous_position
    FROM tracked_domain d
    LEFT JOIN keyword k ON k.site_id = d.site_id AND k.deleted_at IS NULL
    LEFT JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id
    LEFT JOIN LATERAL ${rankBefore('d.id', '$3', '$4')} p ON true
    WHERE d.site_id = ANY($1) AND d.kind = 'own' AND d.deleted_at IS NULL)
  SELECT ${selectList(standing, 'stood', {
    clicks: 'coalesce(sum(($2::float8[])[least(position, 100) + 1]) FILTER (WHERE position IS NOT NULL), 0)',
    keywords: 'count(id)::int',
    top3: counted(held.top3),
    top10: counted(held.top10),
    up: counted(held.up),
    down: counted(held.down),
    notFound: counted(held.not_found),
    failed: counted(held.failed),
    waiting: counted(`id IS NOT NULL AND ${held.waiting}`),
    checkedAt: 'max(checked_at)',
  })}
  FROM stood GROUP BY site_id, domain_id`,
  'summary.standings',
)

/**
 * `rates` are the clicks that a place earns, from 0 for not found to place 100. Keywords went up or down against so many `days`
 * before their last check.
 */
export function readSiteStandings(
  db: Database,
  siteIds: readonly string[],
  { rates, days, countsForDays }: { rates: readonly number[]; days: number; countsForDays: number },
): Promise<SiteStanding[]> {
  return standings.rows(db, [siteIds, rates, days, countsForDays])
}
