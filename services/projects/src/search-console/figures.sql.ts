import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'

type Figures = { clicks: number; impressions: number; ctr: number; position: number }
export type NewQuery = Figures & { query: string; identity: string }
/** `previousClicks`: of as many days before; null where they are unknown. */
export type NewPage = Figures & { page: string; previousClicks: number | null }
export type DayFigures = Figures & { day: string }
/** Google's figures of a reading's days, in Google's order. */
export type NewRows = { queries: readonly NewQuery[]; pages: readonly NewPage[]; days: readonly DayFigures[] }

/** Stores the rows of a new reading. */
export async function insertRows(tx: Transaction, readingId: string, { queries, pages, days }: NewRows): Promise<void> {
  await tx.query(
    `INSERT INTO search_query (reading_id, n, query, identity, clicks, impressions, ctr, position)
     SELECT $1, n, query, identity, clicks, impressions, ctr, position
     FROM unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::float8[], $7::float8[]) WITH ORDINALITY
       AS q (query, identity, clicks, impressions, ctr, position, n)`,
    [readingId, ...columns(queries, 'query', 'identity', 'clicks', 'impressions', 'ctr', 'position')],
  )
  await tx.query(
    `INSERT INTO search_page (reading_id, n, page, previous_clicks, clicks, impressions, ctr, position)
     SELECT $1, n, page, previous_clicks, clicks, impressions, ctr, position
     FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::float8[], $7::float8[]) WITH ORDINALITY
       AS p (page, previous_clicks, clicks, impressions, ctr, position, n)`,
    [readingId, ...columns(pages, 'page', 'previousClicks', 'clicks', 'impressions', 'ctr', 'position')],
  )
  await tx.query(
    `INSERT INTO search_day (reading_id, day, clicks, impressions, ctr, position)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[])`,
    [readingId, ...columns(days, 'day', 'clicks', 'impressions', 'ctr', 'position')],
  )
}

/** Figures by day, oldest first. */
export async function listDays(db: Database, readingId: string): Promise<DayFigures[]> {
  const found = await db.query<DayFigures>(
    'SELECT day, clicks::float8, impressions::float8, ctr, position FROM search_day WHERE reading_id = $1 ORDER BY day',
    [readingId],
  )
  return found.rows
}

/** Figures by page, the most clicked first. */
export async function listPages(db: Database, readingId: string): Promise<NewPage[]> {
  const found = await db.query<NewPage>(
    `SELECT page, previous_clicks::float8 AS "previousClicks", clicks::float8, impressions::float8, ctr, position FROM search_page
     WHERE reading_id = $1 ORDER BY n`,
    [readingId],
  )
  return found.rows
}
