import type { Database } from '@rts/shared/service/transaction'
import { float, int } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

/** As many pages are looked at in each part of the queue: more say nothing new. */
export const maxDue = 10_000

/** As in due-order.sql.ts: paid plans, the others, and the same of pages that were missed. */
const lanes = 'generate_series(0, 3)'
const due = { projects_due_pages: int, projects_oldest_due_seconds: float }
// The two indexes of the queue: pages without a turn by their time, and the front of each lane, where the accounts' oldest pages are.
const duePages = query(
  due,
  `SELECT count(*)::int AS projects_due_pages,
     coalesce(greatest(extract(epoch FROM $1::timestamptz - min(next_due_at)), 0), 0)::float8 AS projects_oldest_due_seconds
   FROM (
     (SELECT next_due_at FROM page_target WHERE turn IS NULL AND next_due_at <= $1
       ORDER BY next_due_at LIMIT ${maxDue})
     UNION ALL
     SELECT front.next_due_at FROM ${lanes} AS l (lane) CROSS JOIN LATERAL (
       SELECT next_due_at FROM page_target WHERE turn IS NOT NULL AND lane = l.lane
       ORDER BY lane, turn, id LIMIT ${maxDue}) front) waiting`,
)
const months = query(
  { ahead: int },
  `SELECT coalesce(min(ahead), 0)::int AS ahead FROM (
     SELECT count(m.name) AS ahead FROM ranks.by_month b LEFT JOIN ranks.month m ON m.parent = b.name AND m.starts > $1
     GROUP BY b.name) each_table`,
)

/** How many pages are due, and since when the oldest one is. */
export function countDue(db: Database, now: Date) {
  return duePages.require(db, [now])
}

/** How many coming months every table of history has. */
export async function countMonthsAhead(db: Database, now: Date): Promise<number> {
  return (await months.require(db, [now])).ahead
}
