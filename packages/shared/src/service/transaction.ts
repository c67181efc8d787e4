import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseLoss } from './database-errors.ts'

export type Database = Pool
export type Transaction = PoolClient
export type TransactionOptions = {
  plansOnce?: boolean
  /** For repeated work: after a lost COMMIT the database is asked whether it committed. */
  isRepeated?: boolean
}

/** By default at least five times; planning a large statement exceeds running it. */
const planOnce = 'SET LOCAL plan_cache_mode = force_generic_plan'
const tellId = 'SELECT pg_current_xact_id()::text AS id'
const askAgainMs = 1_000

class LostCommit extends Error {
  readonly id: string
  readonly result: unknown

  constructor(id: string, result: unknown, cause: unknown) {
    super('the answer to COMMIT was lost', { cause })
    this.id = id
    this.result = result
  }
}

/** READ COMMITTED. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  try {
    return await attempt(pool, work, options)
  } catch (error) {
    if (!(error instanceof LostCommit)) throw error
    // safe because it is the result of this work
    if (await isCommitted(pool, error.id)) return error.result as T
    throw error.cause
  }
}

async function attempt<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { plansOnce = false, isRepeated = false }: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  const breaks = () => {
    broken = true
  }
  // Between two queries a loss emits only this; unhandled it would end the process.
  client.on('error', breaks)
  try {
    const first = ['BEGIN', ...(plansOnce ? [planOnce] : []), ...(isRepeated ? [tellId] : [])]
    const begun = await client.query(first.join('; '))
    const result = await work(client)
    await client.query('COMMIT').catch((error: unknown) => {
      throw isRepeated && isDatabaseLoss(error) ? new LostCommit(idOf(begun), result, error) : error
    })
    return result
  } catch (error) {
    // ROLLBACK on a silent connection would wait again.
    if (isDatabaseLoss(error)) breaks()
    else await client.query('ROLLBACK').catch(breaks)
    throw error
  } finally {
    client.off('error', breaks)
    client.release(broken)
  }
}

function idOf(begun: unknown): string {
  return Object([begun].flat().at(-1)).rows[0].id
}

async function isCommitted(pool: Pool, id: string): Promise<boolean> {
  for (;;) {
    try {
      const { rows } = await pool.query('SELECT pg_xact_status($1::xid8) AS status', [id])
      const [{ status }] = rows
      if (status !== 'in progress') return status === 'committed'
    } catch (error) {
      if (!isDatabaseLoss(error)) throw error
    }
    await delay(askAgainMs, undefined, { ref: false })
  }
}
