import type { Pool } from 'pg'

/** What stood on the page that a keyword has its present rank from; nulls where none is kept. */
export type LatestPage = {
  keywordId: string
  fetchedAt: Date | null
  /** The first ten addresses in rank order. */
  urls: (string | null)[] | null
  questions: string[] | null
}
export type PageStore = ReturnType<typeof createPageStore>

// A page that a keyword has no rank from was asked for by others, and stays theirs.
const latestSql = `
  SELECT k.id AS "keywordId", r.fetched_at AS "fetchedAt", r.urls[1:10] AS urls, r.questions
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
  JOIN keyword k ON k.id = asked.id
  LEFT JOIN LATERAL (
    SELECT checked_at FROM keyword_state s JOIN tracked_domain d ON d.id = s.domain_id
    WHERE s.keyword_id = k.id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL OFFSET 0) s ON true
  LEFT JOIN LATERAL (
    SELECT fetched_at, urls, questions FROM ranks.results_page r
    WHERE r.target_id = k.target_id AND r.fetched_at = s.checked_at OFFSET 0) r ON true
  ORDER BY asked.place`

/** Reads results pages, of keywords that the caller was found to have. */
export function createPageStore(pool: Pool) {
  return {
    /** For each of these keywords the page that its present rank is from. */
    async latest(keywordIds: readonly string[]): Promise<LatestPage[]> {
      const found = await pool.query<LatestPage>({ name: 'pages.latest', text: latestSql, values: [keywordIds] })
      return found.rows
    },
  }
}
