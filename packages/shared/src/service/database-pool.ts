import pg from 'pg'

/** A host that vanished leaves connections that never answer: a query on one fails after this time. */
const silenceMs = 30_000

/**
 * Connections to a database. Queries, and waits for a connection, end in bounded time whatever happens to the database, and lost
 * or silent connections are replaced; `onLost` is called for idle ones.
 */
export function createPool(options: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5_000,
    query_timeout: silenceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...options,
  })
  return pool.on('error', onLost)
}
