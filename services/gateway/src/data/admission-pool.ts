import { createPool } from '@rts/shared/service/database-pool'
import type { Pool } from 'pg'

/** Connections for admission alone: as many as it has calls in flight, one more for giving back, each with short time limits. */
export function createAdmissionPool(connectionString: string, timeoutMs: number, onLost: (error: Error) => void): Pool {
  const options = `-c lock_timeout=${timeoutMs} -c statement_timeout=${timeoutMs}`
  const settings = {
    connectionString,
    max: 4,
    min: 2,
    options,
    connectionTimeoutMillis: 2_000,
    // For a database that is there and silent.
    query_timeout: 8 * timeoutMs,
    application_name: 'gateway-admission',
  }
  return createPool(settings, onLost)
}
