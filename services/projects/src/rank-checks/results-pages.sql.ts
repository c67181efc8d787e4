import { columns } from '@rts/shared/service/columns'
import type { Transaction } from '@rts/shared/service/transaction'
import { boolean, int, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { CompactPage } from './rules/positions.ts'

/** A results page fetched at `fetchedAt`, down to `depth` organic results. */
export type StoredPage = CompactPage & { fetchedAt: Date; source: string; sandbox: boolean; depth: number }
/** A fetched page: its stored part, the questions on it, and its total cost in USD, null if unknown. */
export type CheckedPage = StoredPage & { questions: string[]; costUsd: number | null }
export type PageRequest = { keywordId: string; targetId: string; fetchedAt: Date }

const found = {
  keywordId: text,
  fetchedAt: time,
  source: text,
  sandbox: boolean,
  depth: int,
  hosts: texts,
  urls: texts.orNull,
}

const pagesAt = query(
  found,
  `SELECT ${selectList(found, 'p', { keywordId: 'w.keyword_id' })}
   FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS w (keyword_id, target_id, fetched_at)
   JOIN keyword k ON k.id = w.keyword_id
   CROSS JOIN LATERAL (
     SELECT * FROM ranks.results_page r WHERE r.target_id = w.target_id AND r.fetched_at = w.fetched_at OFFSET 0) p
   WHERE NOT EXISTS (
     SELECT 1 FROM keyword_state s JOIN tracked_domain d ON d.id = s.domain_id
     WHERE s.keyword_id = k.id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL AND s.checked_at >= p.fetched_at)`,
)
/** Inserts the pages of `p`. */
export const storedSql = `
    INSERT INTO ranks.results_page (target_id, fetched_at, source, sandbox, depth, cost_usd, hosts, urls, questions)
    SELECT target_id, fetched_at, source, sandbox, depth, cost_usd, string_to_array(hosts, E'\\n'), string_to_array(urls, E'\\n', ''),
      string_to_array(questions, E'\\n')
    FROM p ON CONFLICT DO NOTHING`
const insert = statement(
  `WITH p AS (
     SELECT $1::text AS target_id, $2::timestamptz AS fetched_at, $3::text AS source, $4::boolean AS sandbox, $5::int AS depth,
       $6::numeric AS cost_usd, $7::text AS hosts, $8::text AS urls, $9::text AS questions)
   ${storedSql}`,
)

/** The pages fetched at these times, by keyword; none for a keyword that already has that page's rank. */
export async function findPages(tx: Transaction, requests: readonly PageRequest[]): Promise<Map<string, StoredPage>> {
  if (requests.length === 0) return new Map()
  const rows = await pagesAt.rows(tx, columns(requests, 'keywordId', 'targetId', 'fetchedAt'))
  return new Map(rows.map(({ keywordId, urls, ...page }) => [keywordId, { ...page, urls: urls ?? [] }]))
}

export async function storePage(tx: Transaction, targetId: string, page: CheckedPage): Promise<void> {
  const { fetchedAt, source, sandbox, depth, costUsd, hosts, urls, questions } = pageRow(targetId, page)
  await insert.run(tx, [targetId, fetchedAt, source, sandbox, depth, costUsd, hosts, urls, questions])
}

export function pageRow(targetId: string, page: CheckedPage) {
  const { hosts, urls, questions } = page
  return { ...page, targetId, hosts: lines(hosts), urls: lines(urls), questions: lines(questions) }
}

/** A list as one text, '' for null: a tenth of the work of an array, here and in the database. */
function lines(list: readonly (string | null)[]): string {
  return storable(list.map((entry) => entry?.replaceAll('\n', '') ?? '').join('\n'))
}

/** Postgres cannot store NUL in a text. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '')
}
