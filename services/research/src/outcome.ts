import type { Outcome } from '@rts/shared/collects/kind'
import type { Failure } from '@rts/shared/failure'

/** A run that brought nothing. */
export function failedWith(failure: Failure): Outcome<never> {
  return { state: 'failed', failure }
}

/** Whether a part is missing that could have been had: what a provider has not at all is no lack. */
export function isLacking(failures: readonly Failure[]): boolean {
  return failures.some(({ kind }) => kind !== 'unsupported')
}
