import { AppError } from '@rts/shared/errors'
import { refusals } from '@rts/shared/texts/refusals'

/** How long after signing in a session is fresh. */
export const freshSeconds = 600

/** Irreversible actions need a fresh password. Throws `sign_in_again`. */
export function requireFresh({ ageSeconds }: { ageSeconds: number }): void {
  if (ageSeconds <= freshSeconds) return
  throw new AppError('sign_in_again', refusals.signInAgain)
}
