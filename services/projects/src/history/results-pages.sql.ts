import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, bytes, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { type PageDetails, packPage } from './rules/packed-page.ts'
import type { CompactPage } from './rules/positions.ts'

/** A results page fetched at `fetchedAt`, down to `depth` organic results. */
export type StoredPage = CompactPage &
  Partial<Pick<PageDetails, 'blocks'>> & { fetchedAt: Date; source: string; sandbox: boolean; depth: number }
/** A fetched page: its stored part, the questions and blocks on it, and its total cost in USD, null if unknown. */
export type CheckedPage = StoredPage & Pick<PageDetails, 'questions'> & { costUsd: number | null }
export type PageRequest = { keywordId: string; targetId: string; fetchedAt: Date }

export const pageBytes = {
  hosts: bytes.filled,
  details: bytes.orNull,
  baseHosts: bytes.orNull,
  baseDetails: bytes.orNull,
}
const found = {
  keywordId: text,
  fetchedAt: time.filled,
  source: text.filled,
  sandbox: boolean.filled,
  depth: int.filled,
  ...pageBytes,
}
type FoundPage = RowOf<typeof found>
const base = { targetId: text, at: time, hosts: bytes, details: bytes }
export type BasePage = RowOf<typeof base>

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
/** Rows that are stored already are left out, or refused. To look for them writes each row to the log twice. */
export const skipStored = 'ON CONFLICT DO NOTHING'
export const noneStored = ''
export type Stored = typeof skipStored | typeof noneStored
export const storedSql = (ifStored: Stored) => `
  page AS (
    INSERT INTO ranks.page (page, fetched_at, base_at, source, depth, cost_usd, hosts)
    SELECT t.seq, p.fetched_at, p.base_at, ranks.source_of(p.source, p.sandbox), p.depth, p.cost_usd, p.hosts
    FROM p JOIN page_target t ON t.id = p.target_id ${ifStored}),
  detail AS (
    INSERT INTO ranks.page_detail (page, fetched_at, details)
    SELECT t.seq, p.fetched_at, p.details FROM p JOIN page_target t ON t.id = p.target_id
    WHERE p.details IS NOT NULL ${ifStored})`
const insert = statement(
  `WITH p AS (
     SELECT $1::text AS target_id, $2::timestamptz AS fetched_at, $3::text AS source, $4::boolean AS sandbox, $5::int AS depth,
       $6::numeric AS cost_usd, $7::bytea AS hosts, $8::bytea AS details, NULL::timestamptz AS base_at),
   ${storedSql(skipStored)}
   SELECT FROM p`,
)

const bases = query(
  base,
  `SELECT ${selectList(base, 'b', { targetId: 't.id', at: 'b.fetched_at', details: 'd.details' })}
   FROM unnest($1::text[], $2::timestamptz[]) AS w (target_id, fetched_at) JOIN page_target t ON t.id = w.target_id
   CROSS JOIN LATERAL (
     SELECT coalesce(p.base_at, p.fetched_at) AS at FROM ranks.page p
     WHERE p.page = t.seq AND p.fetched_at >= date_trunc('month', w.fetched_at, 'UTC') AND p.fetched_at < w.fetched_at
     ORDER BY p.fetched_at DESC LIMIT 1) last
   JOIN ranks.page b ON b.page = t.seq AND b.fetched_at = last.at
   JOIN ranks.page_detail d ON d.page = t.seq AND d.fetched_at = last.at`,
  'pages.bases',
)

/** The pages of these targets whose changes new pages may be: of the same month, because months end as a whole. */
export function findBases(db: Database, pages: readonly { targetId: string; fetchedAt: Date }[]): Promise<BasePage[]> {
  return bases.rows(db, columns(pages, 'targetId', 'fetchedAt'))
}

/** The pages fetched at these times; none for a keyword that already has that page's rank. */
export async function findPages(tx: Transaction, requests: readonly PageRequest[]): Promise<FoundPage[]> {
  if (requests.length === 0) return []
  return pagesAt.rows(tx, columns(requests, 'keywordId', 'targetId', 'fetchedAt'))
}

/** Stores a page, unless it is stored. */
export async function storePage(tx: Transaction, targetId: string, page: CheckedPage): Promise<void> {
  const { fetchedAt, source, sandbox, depth, costUsd } = page
  const { hosts, details } = packPage(page)
  await insert.run(tx, [targetId, fetchedAt, source, sandbox, depth, costUsd, hosts, details])
}
