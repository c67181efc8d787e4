import type { Database } from '@rts/shared/service/transaction'
import { Column, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

const page = {
  keywordId: text,
  fetchedAt: time.orNull,
  /** The first ten addresses in rank order. */
  urls: new Column<(string | null)[] | null>('texts', 'orNull'),
  questions: texts.orNull,
}
/** The content of the page that gave a keyword its present rank; nulls if it is not stored. */
export type LatestPage = RowOf<typeof page>

// Only pages that gave the keyword a rank: the others were fetched for other accounts and stay theirs.
const latest = query(
  page,
  `SELECT ${selectList(page, 'r', { keywordId: 'k.id', urls: 'r.urls[1:10]' })}
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
  JOIN keyword k ON k.id = asked.id
  LEFT JOIN LATERAL (
    SELECT checked_at FROM keyword_state s JOIN tracked_domain d ON d.id = s.domain_id
    WHERE s.keyword_id = k.id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL OFFSET 0) s ON true
  LEFT JOIN LATERAL (
    SELECT fetched_at, urls, questions FROM ranks.results_page r
    WHERE r.target_id = k.target_id AND r.fetched_at = s.checked_at OFFSET 0) r ON true
  ORDER BY asked.place`,
  'pages.latest',
)

/** For each keyword, the page that gave its present rank; the caller's right to the keywords must be checked before. */
export function readLatestPages(db: Database, keywordIds: readonly string[]): Promise<LatestPage[]> {
  return latest.rows(db, [keywordIds])
}
