import type { Pool, PoolClient } from 'pg'
import { isDatabaseLoss } from './database-loss.ts'

/** A service's own database: each statement is on its own. */
export type Database = Pool
/** One transaction of it. Use cases pass it on to statements; facts and letters are written in it too. */
export type Transaction = PoolClient

const begin = 'BEGIN'
/** Otherwise a connection plans a named statement five times and more, and a large one takes longer to plan than to run. */
const beginPlanned = 'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan'

/**
 * Runs `work` in one transaction (READ COMMITTED): all of it is kept, or none. With `plansOnce` a connection plans each of its named
 * statements once, for all values: for statements whose best plan is the same for all.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { plansOnce = false }: { plansOnce?: boolean } = {},
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  const breaks = () => {
    broken = true
  }
  // A connection lost between two queries emits only this event; without a listener it would end the process.
  client.on('error', breaks)
  try {
    await client.query(plansOnce ? beginPlanned : begin)
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
