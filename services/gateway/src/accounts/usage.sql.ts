import type { Database } from '@rts/shared/service/transaction'

/** A UTC day of an account; the limit is unknown for a day without a call. */
type UsageDay = { day: string; used: number; limit: number | null; collects: number }

const days = 30

/** The last thirty days of an account, today last. */
export async function listUsage(db: Database, accountId: string): Promise<UsageDay[]> {
  const found = await db.query<UsageDay>(
    `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(a.charged - a.given_back, 0)::int AS used, a.day_limit AS "limit",
       coalesce(c.used, 0)::int AS collects
     FROM (SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(0, $2 - 1) AS n) d
     LEFT JOIN allowance_day a ON a.account_id = $1 AND a.day = d.day
     LEFT JOIN collect_day c ON c.account_id = $1 AND c.day = d.day ORDER BY d.day`,
    [accountId, days],
  )
  return found.rows
}
