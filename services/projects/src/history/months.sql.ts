import type { Database } from '@rts/shared/service/transaction'
import { boolean, int, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

/** A table that is partitioned by month: a line of `ranks.by_month`. */
export type MonthlyTable = 'rank' | 'page' | 'page_detail'

const outside = { name: text.of<MonthlyTable>(), n: int, oldest: time.orNull }

const makeAhead = query({ made: int }, 'SELECT ranks.ensure_partitions($1::date, $2) AS made')
const makeOne = query({ made: boolean }, 'SELECT ranks.make_month($1, $2) AS made')
const dropOne = query({ dropped: text.orNull }, 'SELECT ranks.drop_month($1, $2) AS dropped')
const outsideAll = query(outside, 'SELECT name, n, oldest FROM ranks.outside_months($1)')
const tables = query({ name: text.of<MonthlyTable>() }, 'SELECT name FROM ranks.by_month ORDER BY name')
const monthsAhead = query(
  { ahead: int },
  `SELECT coalesce(min(ahead), 0)::int AS ahead FROM (
     SELECT count(m.name) AS ahead FROM ranks.by_month b LEFT JOIN ranks.month m ON m.parent = b.name AND m.starts > $1
     GROUP BY b.name) each_table`,
)

/** Makes `months` months from that of `from` on, in every table. */
export async function makeMonthsAhead(db: Database, from: Date, months: number): Promise<void> {
  await makeAhead.run(db, [from.toISOString().slice(0, 10), months])
}

/** Makes the month of a time, unless there is one. Rows of it that had none move there. */
export async function makeMonth(db: Database, table: MonthlyTable, at: Date): Promise<void> {
  await makeOne.run(db, [table, at])
}

/** Ends the oldest month that is over before `before`, with all its rows; answers its name, null if there is none. */
export async function dropMonth(db: Database, table: MonthlyTable, before: Date): Promise<string | null> {
  return (await dropOne.require(db, [table, before])).dropped
}

/** How many rows of each table have no month, counted up to `max`, with the time of the oldest of these. */
export function countOutside(db: Database, max: number) {
  return outsideAll.rows(db, [max])
}

export async function listMonthlyTables(db: Database): Promise<MonthlyTable[]> {
  return (await tables.rows(db)).map(({ name }) => name)
}

export async function countMonthsAhead(db: Database, now: Date): Promise<number> {
  return (await monthsAhead.require(db, [now])).ahead
}
