import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@rts/shared/errors'
import type { Answer } from './answer.ts'
import type { StructuredPool } from './structured-pool.ts'

const missing = ['GOOGLE_REQUIRED_MISSING', 'GOOGLE_ONE_OF_MISSING', 'GOOGLE_VALUE']
/** People may hand in no more either. */
const longest = 512_000
const busyMs = 1_000

/** Properties that items lack, or have with a wrong value, for the results of Google that they ask for. */
export function lacksIn({ errors }: Answer): string[] {
  return errors
    .filter(({ code, severity }) => severity === 'error' && missing.includes(code))
    .map(({ type, message }) => `${type}: ${message}`)
}

/** Checks the structured data of pages of a crawl, which waits its turn among people's checks. */
export function createLacks({ lacks }: Pick<StructuredPool, 'lacks'>, owner: string, signal: AbortSignal) {
  return async (structured: string): Promise<string[]> => {
    if (structured.length > longest) return []
    for (;;) {
      try {
        return await lacks(structured, owner, signal)
      } catch (error) {
        signal.throwIfAborted()
        // A page that the check cannot take says nothing about the others.
        if (!(error instanceof AppError && error.code === 'unavailable')) return []
        await delay(busyMs, undefined, { signal })
      }
    }
  }
}
