import { setTimeout as delay } from 'node:timers/promises'

/** Looks through a door that counts: a key's 30 a minute are more than 10 seconds of such looks. */
export const gentlyMs = 500

/** Waits for a condition: the first value that is neither false nor undefined. Throws after the deadline, naming what was waited for. */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  deadlineMs = 10_000,
  everyMs = 20,
): Promise<Exclude<T, false | undefined>> {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const seen = await look()
    // safe because exactly the excluded values are tested for
    if (seen !== false && seen !== undefined) return seen as Exclude<T, false | undefined>
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain for: ${what}`)
    await delay(everyMs)
  }
}
