import type { Clock } from './clock.ts'
import { type Answer, answerOf, problemOf } from './problems.ts'
import { type Access, type Input, requestOf } from './request.ts'
import type { How, Row } from './shapes.ts'

export type Wire = { access: Access; fetch: typeof fetch; clock: Clock; retryForMs: number }

/** Makes a call, and makes it again while the API says when to, within `retryForMs`. */
export async function send(wire: Wire, row: Row, input: Input, { signal }: How): Promise<Answer> {
  const { access, fetch, clock, retryForMs } = wire
  const { url, init } = requestOf(access, row, input)
  const until = clock.now() + retryForMs
  for (;;) {
    // Followed, a redirect could lead the key elsewhere.
    const response = await fetch(url, { ...init, redirect: 'error', signal: signal ?? null })
    if (response.ok) return answerOf(response)
    const waitMs = mayRepeat(row, response.status) ? waitMsOf(response) : undefined
    if (waitMs === undefined || clock.now() + waitMs > until) throw await problemOf(response)
    await response.body?.cancel()
    await clock.sleep(waitMs, signal)
  }
}

/** A 429 was refused before anything was done. A 503 may come after: then only what changes nothing more is sent again. */
function mayRepeat({ repeatable }: Row, status: number): boolean {
  return status === 429 || (status === 503 && repeatable)
}

/** As `Retry-After` says. Without it the API does not know when, and asking again is of no use. */
function waitMsOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(1, seconds) * 1_000 : undefined
}
