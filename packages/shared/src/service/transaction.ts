import type { Pool, PoolClient } from 'pg'
import { isDatabaseLoss } from './database-loss.ts'

/** A service's own database: each statement is on its own. */
export type Database = Pool
/** One transaction of it. Use cases pass it on to statements; facts and letters are written in it too. */
export type Transaction = PoolClient

/** Runs `work` in one transaction (READ COMMITTED): all of it is kept, or none. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  const breaks = () => {
    broken = true
  }
  // A connection lost between two queries emits only this event; without a listener it would end the process.
  client.on('error', breaks)
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A ROLLBACK on a silent connection would wait a second time.
    if (isDatabaseLoss(error)) breaks()
    else await client.query('ROLLBACK').catch(breaks)
    throw error
  } finally {
    client.off('error', breaks)
    client.release(broken)
  }
}
