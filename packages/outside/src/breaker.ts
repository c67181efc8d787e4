import type { Clock } from '@rts/shared/clock'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'

/** The next call would most likely meet these too. */
const countedKinds: ReadonlySet<FailureKind> = new Set(['upstream', 'timeout', 'parse', 'auth', 'quota'])

type Outcome = { ok: true } | Failure
type Admitted = { ok: true; settle(result: Outcome): void }

export type Breaker = { admit(): Admitted | Failure }

type Options = { clock: Clock; source: string; failures?: number; restMs?: number; maxRestMs?: number }

/** Opens after `failures` in a row, rests (twice as long after each failed probe), then admits one probe. */
export function createBreaker({ clock, source, failures = 5, restMs = 30_000, maxRestMs = 600_000 }: Options): Breaker {
  let inRow = 0
  let rest = restMs
  let openUntil: number | null = null
  let lastKind: FailureKind = 'upstream'
  let isProbing = false

  function settle(result: Outcome, isProbe: boolean): void {
    if (isProbe) isProbing = false
    if (result.ok || !countedKinds.has(result.kind)) {
      inRow = 0
      rest = restMs
      openUntil = null
      return
    }
    lastKind = result.kind
    inRow++
    // Calls in flight at the opening must not lengthen the rest.
    if (!isProbe && (openUntil !== null || inRow < failures)) return
    openUntil = clock.now().getTime() + rest
    rest = Math.min(rest * 2, maxRestMs)
  }

  return {
    admit() {
      if (openUntil === null) return { ok: true, settle: (result) => settle(result, false) }
      const waitMs = openUntil - clock.now().getTime()
      // A clock that was set back must not lengthen the rest.
      if ((waitMs <= 0 || waitMs > maxRestMs) && !isProbing) {
        isProbing = true
        return { ok: true, settle: (result) => settle(result, true) }
      }
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
      return failed(source, lastKind, { retryAfterSeconds, asked: false })
    },
  }
}
