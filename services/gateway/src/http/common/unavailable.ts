import { AppError } from '@rts/shared/errors'

/** Nothing was done, and a moment later it may work. */
export function busy(message: string): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: 1 })
}

/** What nothing here answers. Without a time to try again: no replica knows when that changes. */
export function notBuilt(what: string): AppError {
  return new AppError('unavailable', `${what} is not available yet`)
}
