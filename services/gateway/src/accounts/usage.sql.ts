import type { Pool } from 'pg'

/** A UTC day of an account; the limit is unknown for a day without a call. */
export type UsageDay = { day: string; used: number; limit: number | null; collects: number }

const days = 30

/** What an account has used. */
export function createUsageStore(pool: Pool) {
  return {
    /** The last thirty days, today last. */
    async list(accountId: string): Promise<UsageDay[]> {
      const found = await pool.query<UsageDay>(
        `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(a.charged - a.given_back, 0)::int AS used, a.day_limit AS "limit",
           coalesce(c.used, 0)::int AS collects
         FROM (SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(0, $2 - 1) AS n) d
         LEFT JOIN allowance_day a ON a.account_id = $1 AND a.day = d.day
         LEFT JOIN collect_day c ON c.account_id = $1 AND c.day = d.day ORDER BY d.day`,
        [accountId, days],
      )
      return found.rows
    },
  }
}
export type UsageStore = ReturnType<typeof createUsageStore>
