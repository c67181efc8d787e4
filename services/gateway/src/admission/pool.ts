import { createPool } from '@rts/shared/service/database-pool'
import type { Database } from '@rts/shared/service/transaction'

const silentTimes = 4

/** Two connections for keys' batches, two for agents' minutes, and some to give calls back. */
export function createAdmissionPool(
  connectionString: string,
  timeoutMs: number,
  onLost: (error: Error) => void,
): Database {
  const options = `-c lock_timeout=${timeoutMs} -c statement_timeout=${timeoutMs}`
  const settings = {
    connectionString,
    max: 6,
    min: 2,
    options,
    // For a silent database, whose own limits never fire.
    connectionTimeoutMillis: silentTimes * timeoutMs,
    silenceMs: silentTimes * timeoutMs,
    application_name: 'gateway-admission',
  }
  return createPool(settings, onLost)
}

/** Certainly rolled back: lock or statement timeout, deadlock, serialization. Anything else may have been committed. */
const rolledBack = new Set(['55P03', '57014', '40P01', '40001'])

/** Whether a failed call was rolled back and may be retried. */
export function wasRolledBack(error: unknown): boolean {
  return rolledBack.has(String(Object(error).code))
}
