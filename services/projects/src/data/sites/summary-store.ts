import type { Pool } from 'pg'

/** Where the keywords of a site stand now. */
export type Standings = {
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
export type SummaryStore = ReturnType<typeof createSummaryStore>

/** What is not found is at least this far down. */
const moved = 'coalesce(nullif(s.previous_position, 0), 101) - coalesce(nullif(s.position, 0), 101)'
const count = (where: string) => `count(*) FILTER (WHERE ${where})::int`

const standingsSql = `
  SELECT d.site_id AS "siteId", d.id AS "domainId", count(k.id)::int AS keywords,
    coalesce(sum(($2::float8[])[least(s.position, 100) + 1]) FILTER (WHERE s.position IS NOT NULL), 0) AS clicks,
    ${count('s.position BETWEEN 1 AND 3')} AS top3, ${count('s.position BETWEEN 1 AND 10')} AS top10,
    ${count(`s.previous_position IS NOT NULL AND ${moved} > 0`)} AS up,
    ${count(`s.previous_position IS NOT NULL AND ${moved} < 0`)} AS down,
    ${count('s.position = 0')} AS "notFound", ${count("k.last_check_status = 'failed'")} AS failed,
    ${count('k.id IS NOT NULL AND s.position IS NULL')} AS waiting, max(s.checked_at) AS "checkedAt"
  FROM tracked_domain d
  LEFT JOIN keyword k ON k.site_id = d.site_id AND k.deleted_at IS NULL
  LEFT JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id
  WHERE d.site_id = ANY($1) AND d.kind = 'own' AND d.deleted_at IS NULL
  GROUP BY d.site_id, d.id`

/** Reads where many sites stand, of sites that are checked to be the caller's. */
export function createSummaryStore(pool: Pool) {
  return {
    /** `rates` are the clicks that a place earns, from 0 for not found to place 100. */
    async standings(siteIds: readonly string[], rates: readonly number[]): Promise<Standings[]> {
      const values = [siteIds, rates]
      return (await pool.query<Standings>({ name: 'summary.standings', text: standingsSql, values })).rows
    },
  }
}
