import type { Pool } from 'pg'
import { connectTo } from './database.ts'

/** How many rows of its tables a database reads for some work on one connection, by Postgres' own count. */
export async function rowsRead(databaseUrl: string, work: (pool: Pool) => Promise<unknown>): Promise<number> {
  const pool = connectTo(databaseUrl, 1)
  try {
    const before = await rowsSoFar(pool)
    await work(pool)
    return (await rowsSoFar(pool)) - before
  } finally {
    await pool.end()
  }
}

async function rowsSoFar(pool: Pool): Promise<number> {
  // Counts of a connection are seen by others, and by itself, once they are handed over.
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ count: number }>(
    'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS count FROM pg_stat_user_tables',
  )
  return rows[0]?.count ?? 0
}
