import type { Database } from '@rts/shared/service/transaction'

/** The content of the page that gave a keyword its present rank; nulls if it is not stored. */
export type LatestPage = {
  keywordId: string
  fetchedAt: Date | null
  /** The first ten addresses in rank order. */
  urls: (string | null)[] | null
  questions: string[] | null
}

// Only pages that gave the keyword a rank: the others were fetched for other accounts and stay theirs.
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

/** For each keyword, the page that gave its present rank; the caller's right to the keywords must be checked before. */
export async function readLatestPages(db: Database, keywordIds: readonly string[]): Promise<LatestPage[]> {
  return (await db.query<LatestPage>({ name: 'pages.latest', text: latestSql, values: [keywordIds] })).rows
}
