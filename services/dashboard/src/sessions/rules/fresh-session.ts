import { AppError } from '@rts/shared/errors'

/** How long after signing in a session is fresh. */
export const freshSeconds = 600

/** Irreversible actions need a fresh password. Throws `sign_in_again`. */
export function requireFresh({ ageSeconds }: { ageSeconds: number }): void {
  if (ageSeconds <= freshSeconds) return
  throw new AppError('sign_in_again', 'Sign in again first: this is for sessions that began in the last ten minutes')
}
