import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@rts/shared/errors'
import type { Answer } from './answer.ts'
import type { StructuredPool } from './structured-pool.ts'

const missing = ['GOOGLE_REQUIRED_MISSING', 'GOOGLE_ONE_OF_MISSING', 'GOOGLE_VALUE']
/** The limit of people's texts too. */
const longest = 512_000
const busyMs = 1_000

/** Properties missing or wrong for the rich results an item aims at. */
export function lacksIn({ errors }: Answer): string[] {
  return errors
    .filter(({ code, severity }) => severity === 'error' && missing.includes(code))
    .map(({ type, message }) => `${type}: ${message}`)
}

/** Checks a crawl's pages, queued behind people's checks. */
export function createLacks({ lacks }: Pick<StructuredPool, 'lacks'>, owner: string, signal: AbortSignal) {
  return async (structured: string): Promise<string[]> => {
    if (structured.length > longest) return []
    for (;;) {
      try {
        return await lacks(structured, owner, signal)
      } catch (error) {
        signal.throwIfAborted()
        // A failed check of one page does not affect the others.
        if (!(error instanceof AppError && error.code === 'unavailable')) return []
        await delay(busyMs, undefined, { signal })
      }
    }
  }
}
