import { columns } from '@rts/shared/service/columns'
import type { Transaction } from '@rts/shared/service/transaction'
import { boolean, bytes, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { type PageDetails, packPage } from './rules/packed-page.ts'
import type { CompactPage } from './rules/positions.ts'
import { nextNumber } from './targets.sql.ts'

/** A results page fetched at `fetchedAt`, down to `depth` organic results. */
export type StoredPage = CompactPage & { fetchedAt: Date; source: string; sandbox: boolean; depth: number }
/** A fetched page: its stored part, the questions on it, and its total cost in USD, null if unknown. */
export type CheckedPage = StoredPage & Pick<PageDetails, 'questions'> & { costUsd: number | null }
export type PageRequest = { keywordId: string; targetId: string; fetchedAt: Date }

const found = {
  keywordId: text,
  fetchedAt: time.filled,
  source: text.filled,
  sandbox: boolean.filled,
  depth: int.filled,
  hosts: bytes.filled,
  details: bytes.orNull,
}
type FoundPage = RowOf<typeof found>

const pagesAt = query(
  found,
  `SELECT ${selectList(found, 'p', { keywordId: 'w.keyword_id' })}
   FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS w (keyword_id, target_id, fetched_at)
   JOIN keyword k ON k.id = w.keyword_id
   CROSS JOIN LATERAL (
     SELECT * FROM ranks.page_history h WHERE h.target_id = w.target_id AND h.fetched_at = w.fetched_at OFFSET 0) p
   WHERE NOT EXISTS (
     SELECT 1 FROM keyword_state s JOIN tracked_domain d ON d.id = s.domain_id
     WHERE s.keyword_id = k.id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL AND s.checked_at >= p.fetched_at)`,
)
/** Inserts the pages of `p`, each with its details. */
export const storedSql = `
  page AS (
    INSERT INTO ranks.page (page, fetched_at, source, depth, cost_usd, hosts)
    SELECT t.seq, p.fetched_at, ranks.source_of(p.source, p.sandbox), p.depth, p.cost_usd, p.hosts
    FROM p JOIN page_target t ON t.id = p.target_id ON CONFLICT DO NOTHING),
  detail AS (
    INSERT INTO ranks.page_detail (page, fetched_at, details)
    SELECT t.seq, p.fetched_at, p.details FROM p JOIN page_target t ON t.id = p.target_id
    WHERE p.details IS NOT NULL ON CONFLICT DO NOTHING)`
const number = statement(`UPDATE page_target SET seq = ${nextNumber} WHERE id = $1 AND seq IS NULL`)
const insert = statement(
  `WITH p AS (
     SELECT $1::text AS target_id, $2::timestamptz AS fetched_at, $3::text AS source, $4::boolean AS sandbox, $5::int AS depth,
       $6::numeric AS cost_usd, $7::bytea AS hosts, $8::bytea AS details
     WHERE NOT EXISTS (SELECT FROM ranks.page_history h WHERE h.target_id = $1 AND h.fetched_at = $2)),
   ${storedSql}
   SELECT FROM p`,
)

/** The pages fetched at these times; none for a keyword that already has that page's rank. */
export async function findPages(tx: Transaction, requests: readonly PageRequest[]): Promise<FoundPage[]> {
  if (requests.length === 0) return []
  return pagesAt.rows(tx, columns(requests, 'keywordId', 'targetId', 'fetchedAt'))
}

/** Stores a page, unless it is stored. */
export async function storePage(tx: Transaction, targetId: string, page: CheckedPage): Promise<void> {
  const { fetchedAt, source, sandbox, depth, costUsd } = page
  const { hosts, details } = packPage(page)
  await number.run(tx, [targetId])
  await insert.run(tx, [targetId, fetchedAt, source, sandbox, depth, costUsd, hosts, details])
}
