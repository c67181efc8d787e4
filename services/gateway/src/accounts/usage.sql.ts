import type { Database } from '@rts/shared/service/transaction'
import { int, type RowOf, text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

/** A UTC day of an account; the limit is unknown for a day without a call. */
const usageDay = { day: text, used: int, limit: int.orNull, collects: int }

const lastThirtyDays = query(
  usageDay,
  `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(a.charged - a.given_back, 0)::int AS used, a.day_limit AS "limit",
     coalesce(c.used, 0)::int AS collects
   FROM (SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(0, 29) AS n) d
   LEFT JOIN allowance_day a ON a.account_id = $1 AND a.day = d.day
   LEFT JOIN collect_day c ON c.account_id = $1 AND c.day = d.day ORDER BY d.day`,
)

/** The last thirty days of an account, today last. */
export function listUsage(db: Database, accountId: string): Promise<RowOf<typeof usageDay>[]> {
  return lastThirtyDays.rows(db, [accountId])
}
