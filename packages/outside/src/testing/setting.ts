import type { Clock } from '@rts/shared/clock'
import type { CallLogger } from '../http.ts'

/** A clock that moves only when a test moves it. */
export function standingClock(start = '2026-11-21T10:00:00.000Z'): Clock & { pass(ms: number): void } {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    pass: (ms) => {
      now += ms
    },
  }
}

/** A logger that masks nothing, and the list of its lines. */
export function listeningLogger(): { logger: CallLogger; written: () => string } {
  const logged: unknown[] = []
  const listen = (...parts: unknown[]) => void logged.push(parts)
  return { logger: { debug: listen, warn: listen }, written: () => JSON.stringify(logged) }
}
