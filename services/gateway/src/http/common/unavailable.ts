import { AppError } from '@rts/shared/errors'

/** Nothing was done, and a retry after a second may work. */
export function busy(message: string): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: 1 })
}

/** For a feature that does not exist here yet. It has no Retry-After, because no replica can say when that changes. */
export function notBuilt(what: string): AppError {
  return new AppError('unavailable', `${what} is not available yet`)
}
