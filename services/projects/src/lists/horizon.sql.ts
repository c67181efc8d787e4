import type { Pool } from 'pg'

export type Horizon = () => Promise<Date>

/**
 * The time from which on rows may still come to light: now, or when the oldest open transaction that has written began. A transaction
 * takes its id before it notes the time of an update, so whoever has none yet will note a later one.
 */
const horizonSql = `SELECT least(statement_timestamp(), (
  SELECT min(xact_start) FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND datname = current_database())) AS at`

/** Read it before the rows: what is committed after them is then not older than it. */
export function createHorizon(pool: Pool): Horizon {
  return async () => {
    const { rows } = await pool.query<{ at: Date }>(horizonSql)
    const [row] = rows
    if (!row) throw new Error('the database told no time')
    return row.at
  }
}
