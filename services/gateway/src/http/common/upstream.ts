import http from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '@rts/shared/clock'
import type { UpstreamName } from '@rts/shared/contract/services'
import { AppError } from '@rts/shared/errors'
import { idleConnectionMs } from '@rts/shared/service/http-server'
import type { Response } from 'express'
import type { KeyState } from '../../admission/admission.ts'
import { callsAtOnce } from './limits.ts'
import { createPlaces } from './places.ts'
import { busy } from './refusals.ts'

const windowMs = 10_000
const openMs = 5_000
const minCalls = 20
const failureShare = 0.5
const tickMs = 100
const pauseMs = 1_000

export type UpstreamOptions = {
  name: UpstreamName
  url: string
  maxInFlight: number
  maxSockets?: number
  full?(): AppError
  clock: Clock
  pauses: Pauses
}
export type Upstream = ReturnType<typeof createUpstream>

/** A service's address, sockets, limit of calls in flight, and breaker. */
export function createUpstream({
  name,
  url,
  maxInFlight,
  maxSockets = 64,
  full = () => busy('Too many calls at once'),
  clock,
  pauses,
}: UpstreamOptions) {
  const agent = new PromptAgent({ keepAlive: true, scheduling: 'fifo', maxSockets })
  const breaker = createBreaker(clock)
  const ofAccount = createPlaces(callsAtOnce)
  let inFlight = 0
  const leave = () => {
    inFlight--
    if (inFlight === 0) breaker.abandon()
  }
  return {
    name,
    url,
    agent,
    pauses,
    /** Takes a place until the answer is over. Throws when full; `unavailable` while the breaker is open. */
    enter(res: Response): void {
      if (inFlight >= maxInFlight) throw full()
      if (!breaker.allows())
        throw new AppError('unavailable', 'The service behind this is not answering', {
          retryAfterSeconds: openMs / 1_000,
        })
      inFlight++
      res.once('close', leave)
    },
    /** Throws `unavailable` if the account has too many calls under way. */
    enterAccount({ keyState, res }: { keyState: KeyState | undefined; res: Response }): void {
      if (keyState && !ofAccount.enter(keyState.accountId, res)) throw busy('Too many calls of this account at once')
    },
    report: breaker.report,
    state: breaker.state,
  }
}

/** Closes idle connections before their service does. `timeout` would also end those being opened. */
class PromptAgent extends http.Agent {
  override keepSocketAlive(socket: Duplex): unknown {
    const isKept: unknown = super.keepSocketAlive(socket)
    if (socket instanceof Socket) socket.setTimeout(idleConnectionMs)
    return isKept
  }
}

type BreakerState = 'closed' | 'open' | 'half-open'

/** Opens at half of 20 or more calls failed in ten seconds; after five more, one probe decides. */
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
  /** A clock that was set back must not keep the breaker open. */
  const ageMs = () => {
    const ms = clock.now().getTime() - since
    return ms < 0 ? Number.POSITIVE_INFINITY : ms
  }
  return {
    state: () => state,
    allows(): boolean {
      if (state === 'closed') return true
      // A probe without an outcome must not keep the breaker open.
      if (ageMs() < openMs) return false
      enter('half-open')
      return true
    },
    /** A probe refused before the service must not block others. */
    abandon(): void {
      if (state === 'half-open') since = 0
    },
    report(ok: boolean): void {
      if (state === 'open') return
      if (state === 'half-open') {
        enter(ok ? 'closed' : 'open')
        return
      }
      if (ageMs() > windowMs) enter('closed')
      calls++
      if (!ok) failures++
      if (calls >= minCalls && failures / calls >= failureShare) enter('open')
    },
  }
}

type Pauses = ReturnType<typeof watchPauses>

/** Detects pauses of this process (stopped, swapped, busy): timeouts then are not others' fault. */
export function watchPauses() {
  let tickAt = performance.now()
  let endedAt = Number.NEGATIVE_INFINITY
  const look = () => {
    const now = performance.now()
    if (now - tickAt > pauseMs) endedAt = now
    tickAt = now
  }
  setInterval(look, tickMs).unref()
  return {
    /** `at` is a time of `performance.now()`. */
    since(at: number): boolean {
      // An expired timer may run before the tick.
      look()
      return endedAt >= at
    },
  }
}
