import { setTimeout as delay } from 'node:timers/promises'

const slowestMs = 10_000

/** When the next request to a host may go out. */
export type Pace = {
  /** Waits for a place in the row of requests; throws when the signal fires. */
  turn(signal: AbortSignal): Promise<void>
  /** The host asks for fewer requests, perhaps for none for some seconds. */
  slowDown(seconds: number): void
  /** The time between two requests. */
  everyMs(): number
  /** How long until the next request may go out. */
  restMs(): number
}

/** One request every so many milliseconds, whatever they take. */
export function createPace(intervalMs: number): Pace {
  let everyMs = Math.min(intervalMs, slowestMs)
  let nextAt = 0
  return {
    async turn(signal) {
      signal.throwIfAborted()
      const at = Math.max(performance.now(), nextAt)
      nextAt = at + everyMs
      const wait = at - performance.now()
      if (wait > 0) await delay(wait, undefined, { signal })
    },
    slowDown(seconds) {
      everyMs = Math.min(slowestMs, Math.max(500, everyMs * 2))
      nextAt = Math.max(nextAt, performance.now() + Math.min(seconds, 60) * 1_000)
    },
    everyMs: () => everyMs,
    restMs: () => Math.max(0, nextAt - performance.now()),
  }
}
