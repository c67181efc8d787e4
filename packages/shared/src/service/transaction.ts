import type { Pool, PoolClient } from 'pg'
import { isDatabaseLoss } from './database-loss.ts'

/** Runs `work` in one transaction (READ COMMITTED): all of it is kept, or none. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  const breaks = () => {
    broken = true
  }
  // A connection that is lost between two queries says so here alone; unheard it ends the process.
  client.on('error', breaks)
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // Nobody may wait for a database that has fallen silent once more.
    if (isDatabaseLoss(error)) breaks()
    else await client.query('ROLLBACK').catch(breaks)
    throw error
  } finally {
    client.off('error', breaks)
    client.release(broken)
  }
}
