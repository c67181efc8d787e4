import { availableParallelism } from 'node:os'
import { AppError } from '@rts/shared/errors'
import { createLimit } from '@rts/shared/scheduling'
import { refusals } from '@rts/shared/texts/refusals'

export type Hashing = ReturnType<typeof createHashing>

/** A hash takes 100 ms of CPU and 32 MB; half of the processors stay free for everything else. */
const hashesAtOnce = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))
/** Those who wait behind each hash: a second of work. */
const waitingEach = 10

/**
 * Hashes of passwords in turn. Throws `rate_limited` while those that wait are a second of work: a flood of sign-ins is refused
 * at once instead of making everybody wait.
 */
export function createHashing(atOnce = hashesAtOnce) {
  const inTurn = createLimit(atOnce)
  const places = atOnce * (1 + waitingEach)
  let taken = 0

  function requireRoom(): void {
    if (taken < places) return
    throw new AppError('rate_limited', refusals.tooManySignIns, {
      retryAfterSeconds: 1,
    })
  }

  return {
    requireRoom,
    async run<T>(hash: () => Promise<T>): Promise<T> {
      requireRoom()
      taken++
      try {
        return await inTurn(hash)
      } finally {
        taken--
      }
    },
  }
}
