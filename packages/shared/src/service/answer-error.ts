import { AppError, publicError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { isDatabaseLoss } from './database-errors.ts'

/** Internal errors go to the log, with `facts`, not to the caller. */
export function answerError(thrown: unknown, logger: Logger, facts: Record<string, string>): AppError {
  if (thrown instanceof AppError) return thrown
  if (!isDatabaseLoss(thrown)) {
    logger.error({ err: thrown, ...facts }, 'call failed')
    return publicError(thrown)
  }
  logger.warn({ err: thrown, ...facts }, 'database unavailable')
  return new AppError('unavailable', 'The database behind this is not available', { retryAfterSeconds: 1 })
}
