import type { Clock } from '@rts/shared/clock'
import type { CallLogger } from '../http.ts'

/** Moves only when a test moves it. */
export function standingClock(start = '2026-11-21T10:00:00.000Z'): Clock & { pass(ms: number): void } {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    pass: (ms) => {
      now += ms
    },
  }
}

export function listeningLogger(): { logger: CallLogger; written: () => string } {
  const logged: unknown[] = []
  const listen = (...parts: unknown[]) => void logged.push(parts)
  return { logger: { debug: listen, warn: listen }, written: () => JSON.stringify(logged) }
}
