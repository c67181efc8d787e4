import http from 'node:http'
import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import type { Pauses } from './pauses.ts'
import { busy } from './unavailable.ts'

const windowMs = 10_000
const openMs = 5_000
const minCalls = 20
const failureShare = 0.5

export type Upstream = ReturnType<typeof createUpstream>

/** One domain service as the gateway sees it: its address, its sockets, its limit of calls in flight, and its breaker. */
export function createUpstream({
  name,
  url,
  maxInFlight,
  maxSockets = 64,
  clock,
  pauses,
}: {
  name: string
  url: string
  maxInFlight: number
  maxSockets?: number
  clock: Clock
  pauses: Pauses
}) {
  const agent = new http.Agent({ keepAlive: true, scheduling: 'fifo', maxSockets })
  const breaker = createBreaker(clock)
  let inFlight = 0
  return {
    name,
    url,
    agent,
    pauses,
    /** Takes a place for one call, before any charge. Throws `unavailable` if there is none, or while the breaker is open. */
    enter(): void {
      if (inFlight >= maxInFlight) throw busy('Too many calls at once')
      if (!breaker.allows())
        throw new AppError('unavailable', 'The service behind this is not answering', {
          retryAfterSeconds: openMs / 1_000,
        })
      inFlight++
    },
    leave(): void {
      inFlight--
      if (inFlight === 0) breaker.abandon()
    },
    report: breaker.report,
    state: breaker.state,
  }
}

type BreakerState = 'closed' | 'open' | 'half-open'

/** Opens when at least half of 20 or more calls in ten seconds failed; five seconds later one probe decides. */
function createBreaker(clock: Clock) {
  let state: BreakerState = 'closed'
  let since = clock.now().getTime()
  let calls = 0
  let failures = 0
  const enter = (next: BreakerState) => {
    state = next
    since = clock.now().getTime()
    calls = 0
    failures = 0
  }
  return {
    state: () => state,
    allows(): boolean {
      const age = clock.now().getTime() - since
      if (state === 'closed') return true
      // A probe that never reports must not keep the breaker open.
      if (age < openMs) return false
      enter('half-open')
      return true
    },
    /** Ends a probe that was refused before it reached the service, so that it does not block other probes. */
    abandon(): void {
      if (state === 'half-open') since = 0
    },
    report(ok: boolean): void {
      if (state === 'open') return
      if (state === 'half-open') {
        enter(ok ? 'closed' : 'open')
        return
      }
      if (clock.now().getTime() - since > windowMs) enter('closed')
      calls++
      if (!ok) failures++
      if (calls >= minCalls && failures / calls >= failureShare) enter('open')
    },
  }
}
