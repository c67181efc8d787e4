import type { Pool } from 'pg'

/** What the checks of a UTC day (`YYYY-MM-DD`) have cost in USD, over all replicas. */
export function createBudgetStore(pool: Pool) {
  return {
    /** Adds in one step, takes negative amounts back, and answers the new sum. */
    async spend(day: string, usd: number): Promise<{ spent: number }> {
      const added = await pool.query<{ spent: number }>(
        `INSERT INTO ranks.spend AS s (day, usd) VALUES ($1, $2)
         ON CONFLICT (day) DO UPDATE SET usd = s.usd + excluded.usd RETURNING usd::float8 AS spent`,
        [day, usd],
      )
      return { spent: added.rows[0]?.spent ?? 0 }
    },
    async spent(day: string): Promise<number> {
      const found = await pool.query<{ spent: number }>('SELECT usd::float8 AS spent FROM ranks.spend WHERE day = $1', [
        day,
      ])
      return found.rows[0]?.spent ?? 0
    },
  }
}
