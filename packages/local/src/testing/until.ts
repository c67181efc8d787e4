import { setTimeout as delay } from 'node:timers/promises'

/** The first pause when looks use up a key's calls: pauses grow, so that its 30 a minute last until the deadline. */
export const gentlyMs = 500

/**
 * Waits for a condition: answers the first value that is neither false nor undefined. Throws after the deadline, naming `what`,
 * which may be worked out then; also if a look itself never ends.
 * The deadline ends a hanging test; it says nothing about speed, because these machines are shared.
 */
export async function until<T>(
  what: string | (() => string),
  look: () => Promise<T> | T,
  deadlineMs = 60_000,
  everyMs = 20,
): Promise<Exclude<T, false | undefined>> {
  const deadline = performance.now() + deadlineMs
  for (let pauseMs = everyMs; ; pauseMs = Math.min(2_000, pauseMs * 1.1)) {
    const seen = await endsWithin(deadlineMs, look)
    // safe because the condition excludes exactly these values
    if (seen !== false && seen !== undefined) return seen as Exclude<T, false | undefined>
    if (performance.now() > deadline) {
      throw new Error(`timed out after ${deadlineMs} ms waiting for ${typeof what === 'string' ? what : what()}`)
    }
    await delay(pauseMs)
  }
}

/** One look; undefined where it does not end in time, as one at a page that is never idle. */
async function endsWithin<T>(ms: number, look: () => Promise<T> | T): Promise<T | undefined> {
  const over = new AbortController()
  const late = delay(ms, undefined, { signal: over.signal }).catch(() => undefined)
  try {
    return await Promise.race([look(), late])
  } finally {
    over.abort()
  }
}
