import { AppError } from '@rts/shared/errors'

/** An owner that refuses has done nothing; one that fails may have. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500
}
