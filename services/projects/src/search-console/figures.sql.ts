import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type Columns, float, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

type Figures = { clicks: number; impressions: number; ctr: number; position: number }
export type NewQuery = Figures & { query: string; identity: string }
/** `previousClicks`: of as many days before; null where they are unknown. */
export type NewPage = Figures & { page: string; previousClicks: number | null }
export type DayFigures = Figures & { day: string }
/** Google's figures of a reading's days, in Google's order. */
export type NewRows = { queries: readonly NewQuery[]; pages: readonly NewPage[]; days: readonly DayFigures[] }

const figures: Columns<Figures> = { clicks: float, impressions: float, ctr: float, position: float }
const day: Columns<DayFigures> = { ...figures, day: text }
const page: Columns<NewPage> = { ...figures, page: text, previousClicks: float.orNull }
/** Counts are bigints, which pg would read as texts. */
const counts = { clicks: 'f.clicks::float8', impressions: 'f.impressions::float8' }
const previousClicks = 'f.previous_clicks::float8'

const insertQueries = statement(
  `INSERT INTO search_query (reading_id, n, query, identity, clicks, impressions, ctr, position)
   SELECT $1, n, query, identity, clicks, impressions, ctr, position
   FROM unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::float8[], $7::float8[]) WITH ORDINALITY
     AS q (query, identity, clicks, impressions, ctr, position, n)`,
)
const insertPages = statement(
  `INSERT INTO search_page (reading_id, n, page, previous_clicks, clicks, impressions, ctr, position)
   SELECT $1, n, page, previous_clicks, clicks, impressions, ctr, position
   FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::float8[], $7::float8[]) WITH ORDINALITY
     AS p (page, previous_clicks, clicks, impressions, ctr, position, n)`,
)
const insertDays = statement(
  `INSERT INTO search_day (reading_id, day, clicks, impressions, ctr, position)
   SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[])`,
)
const daysOfReading = query(
  day,
  `SELECT ${selectList(day, 'f', counts)} FROM search_day f WHERE reading_id = $1 ORDER BY day`,
)
const pagesOfReading = query(
  page,
  `SELECT ${selectList(page, 'f', { ...counts, previousClicks })} FROM search_page f WHERE reading_id = $1 ORDER BY n`,
)

export async function insertRows(tx: Transaction, readingId: string, { queries, pages, days }: NewRows): Promise<void> {
  const figureNames = ['clicks', 'impressions', 'ctr', 'position'] as const
  await insertQueries.run(tx, [readingId, ...columns(queries, 'query', 'identity', ...figureNames)])
  await insertPages.run(tx, [readingId, ...columns(pages, 'page', 'previousClicks', ...figureNames)])
  await insertDays.run(tx, [readingId, ...columns(days, 'day', ...figureNames)])
}

export function listDays(db: Database, readingId: string): Promise<DayFigures[]> {
  return daysOfReading.rows(db, [readingId])
}

export function listPages(db: Database, readingId: string): Promise<NewPage[]> {
  return pagesOfReading.rows(db, [readingId])
}
