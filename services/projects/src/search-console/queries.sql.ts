import type { Database } from '@rts/shared/service/transaction'
import { float, int, ints, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { Site } from '../sites/sites.ts'

const shown = {
  query: text,
  clicks: int,
  impressions: int,
  ctr: float,
  position: float,
  keywordId: text.orNull,
  ownPosition: int.orNull,
  ownCheckedAt: time.orNull,
}
export type ShownQuery = RowOf<typeof shown>
const untracked = { query: text, impressions: int, position: float }

/** The tracked keyword of a query's phrase, with the rank of the site's own domain: where the site is, on a desktop and without a place, first. */
const ownSql = `LEFT JOIN LATERAL (
  SELECT k.id, s.position, s.checked_at FROM keyword k
  LEFT JOIN LATERAL (
    SELECT position, checked_at FROM keyword_state WHERE keyword_id = k.id AND domain_id =
      (SELECT id FROM tracked_domain WHERE site_id = $2 AND kind = 'own' AND deleted_at IS NULL) OFFSET 0) s ON true
  WHERE k.site_id = $2 AND k.identity = q.identity AND k.deleted_at IS NULL
  ORDER BY k.country = $3 DESC, k.language = $4 DESC, k.device = 'desktop' DESC, k.location IS NULL DESC, k.seq LIMIT 1) k ON true`

const orderedBy = (order: string) =>
  query(
    { numbers: ints.orNull },
    `SELECT array_agg(n ORDER BY ${order}, n) AS numbers FROM search_query
     WHERE reading_id = $1 AND ($2::text IS NULL OR strpos(lower(query), lower($2)) > 0)`,
  )
const orderedQueries = {
  clicks: orderedBy('clicks DESC'),
  impressions: orderedBy('impressions DESC'),
  ctr: orderedBy('ctr DESC'),
  position: orderedBy('position'),
}
export type QuerySort = keyof typeof orderedQueries
const queriesByNumbers = query(
  shown,
  `SELECT ${selectList(shown, 'q', { keywordId: 'k.id', ownPosition: 'k.position', ownCheckedAt: 'k.checked_at' })}
   FROM unnest($5::int[]) WITH ORDINALITY AS w (n, place) JOIN search_query q ON q.reading_id = $1 AND q.n = w.n ${ownSql}
   ORDER BY w.place`,
)
const untrackedQueries = query(
  untracked,
  `SELECT query, impressions, position FROM search_query q
   WHERE reading_id = $1 AND position >= 3.5 AND position < 20.5 AND impressions > 0
     AND NOT EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = $2 AND k.identity = q.identity AND k.deleted_at IS NULL)
   ORDER BY impressions DESC, n LIMIT $3`,
)

export async function orderQueries(
  db: Database,
  readingId: string,
  { q, sort }: { q: string | null; sort: QuerySort },
): Promise<number[]> {
  return (await orderedQueries[sort].first(db, [readingId, q]))?.numbers ?? []
}

export function listQueries(db: Database, readingId: string, site: Site, numbers: readonly number[]) {
  return queriesByNumbers.rows(db, [readingId, site.id, site.country, site.language, numbers])
}

/** Queries near the first places that no keyword of the site tracks, the most seen first. */
export function listUntracked(db: Database, readingId: string, siteId: string, max: number) {
  return untrackedQueries.rows(db, [readingId, siteId, max])
}
