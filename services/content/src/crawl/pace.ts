import { setTimeout as delay } from 'node:timers/promises'

const slowestMs = 10_000

export type Pace = {
  /** Waits for its turn; throws when the signal fires. */
  turn(signal: AbortSignal): Promise<void>
  /** The host asked for fewer requests, or for none for some seconds. */
  slowDown(seconds: number): void
  everyMs(): number
  restMs(): number
}

/** One request per interval, whatever each takes. */
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
