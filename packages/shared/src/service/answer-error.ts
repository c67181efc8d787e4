import { AppError, publicError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { isDatabaseLoss } from './database-loss.ts'

/** What an edge of a service answers for anything thrown. What is not meant for callers goes to the log, with `facts`. */
export function answerError(thrown: unknown, logger: Logger, facts: Record<string, string>): AppError {
  if (thrown instanceof AppError) return thrown
  if (!isDatabaseLoss(thrown)) {
    logger.error({ err: thrown, ...facts }, 'call failed')
    return publicError(thrown)
  }
  logger.warn({ err: thrown, ...facts }, 'the database is away')
  return new AppError('unavailable', 'The database behind this is not available', { retryAfterSeconds: 1 })
}
