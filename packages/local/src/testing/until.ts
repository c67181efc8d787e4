import { setTimeout as delay } from 'node:timers/promises'

/** Between looks through a door that counts: looks grow rarer, so that a key's 30 a minute last until the deadline. */
export const gentlyMs = 500

/**
 * Waits for a condition: the first value that is neither false nor undefined. Throws after the deadline, naming what was waited
 * for. The deadline ends a test that hangs; it says nothing about speed, for these machines are shared.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  deadlineMs = 30_000,
  everyMs = 20,
): Promise<Exclude<T, false | undefined>> {
  const deadline = performance.now() + deadlineMs
  for (let pauseMs = everyMs; ; pauseMs = Math.min(2_000, pauseMs * 1.1)) {
    const seen = await look()
    // safe because exactly the excluded values are tested for
    if (seen !== false && seen !== undefined) return seen as Exclude<T, false | undefined>
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain for: ${what}`)
    await delay(pauseMs)
  }
}
