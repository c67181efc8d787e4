import type { Logger } from '@rts/shared/logger'
import pg from 'pg'

/** Connections for admission alone: as many as it has calls in flight, one more for giving back, each with short time limits. */
export function createAdmissionPool(connectionString: string, timeoutMs: number, logger: Logger): pg.Pool {
  const options = `-c lock_timeout=${timeoutMs} -c statement_timeout=${timeoutMs}`
  const pool = new pg.Pool({
    connectionString,
    max: 4,
    min: 2,
    options,
    connectionTimeoutMillis: 2_000,
    application_name: 'gateway-admission',
  })
  pool.on('error', (error) => logger.warn({ err: error }, 'idle admission connection lost'))
  return pool
}
