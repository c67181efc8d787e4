import pg from 'pg'
import { watchedClient } from './database-client.ts'

/** A host that vanished leaves connections that never answer: a query on one fails after this time. */
const longestQueryMs = 30_000

/** A service whose host vanished in a transaction holds what it has locked for no longer; TCP alone would notice after two hours. */
const abandonedMs = 60_000

export type PoolOptions = Omit<pg.PoolConfig, 'query_timeout'> & { silenceMs?: number }

/**
 * Connections to a database. Queries, and waits for a connection, end in bounded time whatever happens to the database, and lost
 * or silent connections are replaced; `onLost` is called for idle ones.
 */
export function createPool(
  { silenceMs = longestQueryMs, ...options }: PoolOptions,
  onLost: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    Client: watchedClient(silenceMs),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: abandonedMs,
    ...options,
  })
  // A library that holds a client between two queries has no listener: the loss would end the process. Its next query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool.on('error', onLost)
}
