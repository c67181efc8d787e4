import type { Database } from '@rts/shared/service/transaction'
import type { Site } from '../sites/sites.ts'

const querySorts = {
  clicks: 'clicks DESC',
  impressions: 'impressions DESC',
  ctr: 'ctr DESC',
  position: 'position',
} as const
export type QuerySort = keyof typeof querySorts
export type ShownQuery = {
  query: string
  clicks: number
  impressions: number
  ctr: number
  position: number
  keywordId: string | null
  ownPosition: number | null
  ownCheckedAt: Date | null
}
export type UntrackedQuery = Pick<ShownQuery, 'query' | 'impressions' | 'position'>

/** The tracked keyword of a query's phrase, with the rank of the site's own domain: where the site is, on a desktop, first. */
const ownSql = `LEFT JOIN LATERAL (
  SELECT k.id, s.position, s.checked_at FROM keyword k JOIN page_target t ON t.id = k.target_id
  LEFT JOIN LATERAL (
    SELECT position, checked_at FROM keyword_state WHERE keyword_id = k.id AND domain_id =
      (SELECT id FROM tracked_domain WHERE site_id = $2 AND kind = 'own' AND deleted_at IS NULL) OFFSET 0) s ON true
  WHERE k.site_id = $2 AND k.identity = q.identity AND k.deleted_at IS NULL
  ORDER BY k.country = $3 DESC, k.language = $4 DESC, t.device = 'desktop' DESC, k.seq LIMIT 1) k ON true`

/** The numbers of all queries that hold `q`, in order. */
export async function orderQueries(
  db: Database,
  readingId: string,
  { q, sort }: { q: string | null; sort: QuerySort },
): Promise<number[]> {
  const found = await db.query<{ numbers: number[] | null }>(
    `SELECT array_agg(n ORDER BY ${querySorts[sort]}, n) AS numbers FROM search_query
     WHERE reading_id = $1 AND ($2::text IS NULL OR strpos(lower(query), lower($2)) > 0)`,
    [readingId, q],
  )
  return found.rows[0]?.numbers ?? []
}

/** Queries by their numbers, each with our own position. */
export async function listQueries(
  db: Database,
  readingId: string,
  site: Site,
  numbers: readonly number[],
): Promise<ShownQuery[]> {
  const found = await db.query<ShownQuery>(
    `SELECT q.query, q.clicks, q.impressions, q.ctr, q.position, k.id AS "keywordId", k.position AS "ownPosition",
       k.checked_at AS "ownCheckedAt"
     FROM unnest($5::int[]) WITH ORDINALITY AS w (n, place) JOIN search_query q ON q.reading_id = $1 AND q.n = w.n ${ownSql}
     ORDER BY w.place`,
    [readingId, site.id, site.country, site.language, numbers],
  )
  return found.rows
}

/** Queries near the first places that no keyword of the site tracks, the most seen first. */
export async function listUntracked(
  db: Database,
  readingId: string,
  siteId: string,
  most: number,
): Promise<UntrackedQuery[]> {
  const found = await db.query<UntrackedQuery>(
    `SELECT query, impressions, position FROM search_query q
     WHERE reading_id = $1 AND position >= 3.5 AND position < 20.5 AND impressions > 0
       AND NOT EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = $2 AND k.identity = q.identity AND k.deleted_at IS NULL)
     ORDER BY impressions DESC, n LIMIT $3`,
    [readingId, siteId, most],
  )
  return found.rows
}
