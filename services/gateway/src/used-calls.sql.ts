import type { Pool } from 'pg'

/** Longer than a signature is accepted, however the clocks differ. */
const keptFor = '1 hour'

/** Stores signatures of calls that count once, exact over replicas and restarts; answers whether a signature is new. */
export function createUsedCalls(pool: Pool): (signature: Buffer) => Promise<boolean> {
  return async (signature) => {
    const noted = await pool.query(
      `WITH forgotten AS (DELETE FROM used_call WHERE used_at < now() - interval '${keptFor}')
       INSERT INTO used_call (signature) VALUES ($1) ON CONFLICT DO NOTHING`,
      [signature],
    )
    return noted.rowCount === 1
  }
}
