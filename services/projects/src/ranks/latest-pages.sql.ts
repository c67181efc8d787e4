import type { Database } from '@rts/shared/service/transaction'
import { bytes, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

const page = {
  keywordId: text,
  fetchedAt: time.orNull,
  hosts: bytes.orNull,
  details: bytes.orNull,
  baseHosts: bytes.orNull,
  baseDetails: bytes.orNull,
}
/** The page that gave a keyword its present rank, packed; nulls if it is not stored. */
export type LatestPage = RowOf<typeof page>

// Only pages that gave the keyword a rank: the others were fetched for other accounts and stay theirs. An imported rank has a time
// that its owner wrote, and another source.
const latest = query(
  page,
  `SELECT ${selectList(page, 'h', { keywordId: 'k.id' })}
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
  JOIN keyword k ON k.id = asked.id
  LEFT JOIN LATERAL (
    SELECT checked_at, source FROM keyword_state s JOIN tracked_domain d ON d.id = s.domain_id
    WHERE s.keyword_id = k.id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL OFFSET 0) s ON true
  LEFT JOIN LATERAL (
    SELECT fetched_at, hosts, details, base_hosts, base_details FROM ranks.page_history p
    WHERE p.target_id = k.target_id AND p.fetched_at = s.checked_at
      AND p.source = coalesce(s.source, p.source) OFFSET 0) h ON true
  ORDER BY asked.place`,
  'pages.latest',
)

/** For each keyword, the page that gave its present rank; the caller's right to the keywords must be checked before. */
export function readLatestPages(db: Database, keywordIds: readonly string[]): Promise<LatestPage[]> {
  return latest.rows(db, [keywordIds])
}
