import { AppError } from '@rts/shared/errors'

/** Nothing was done, and a retry after a second may work. */
export function busy(message: string): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: 1 })
}

/** Without Retry-After: no replica can tell when that changes. */
export function notBuilt(what: string): AppError {
  return new AppError('unavailable', `${what} is not available yet`)
}

export function minuteFull(perMinute: number, resetMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
  const message = `More than ${perMinute} requests within a minute; try again in ${retryAfterSeconds} seconds`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}
