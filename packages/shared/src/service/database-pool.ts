import pg from 'pg'

/** A host that went away without a word leaves connections on which no answer comes: each is given up after this time. */
const silenceMs = 30_000

/**
 * Connections to a database. Whatever happens to it, a query and the wait for a connection end in bounded time, and lost or
 * silent connections are replaced; `onLost` hears of idle ones.
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
