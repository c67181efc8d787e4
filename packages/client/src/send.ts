import type { Clock } from './clock.ts'
import { type Answer, ApiProblem, NoAnswer, problemOf } from './problems.ts'
import { type Access, type Input, requestOf } from './request.ts'
import type { How, Row } from './shapes.ts'

export type Wire = { access: Access; fetch: typeof fetch; clock: Clock; retryForMs: number; timeoutMs: number }

type Failed = { error: unknown; response?: Response }

const badGateways = [502, 503, 504]
/** At most so long before each further try: about ten seconds in all, because a restart takes several. */
const backOffsMs = [500, 1_000, 2_000, 3_000, 4_000, 4_000]

/** Makes a call, and makes it again within `retryForMs`, where it may be. Throws its last failure. */
export async function send(wire: Wire, row: Row, input: Input, how: How): Promise<Answer> {
  const { access, clock, retryForMs } = wire
  const { url, init } = requestOf(access, row, input)
  const until = clock.now() + retryForMs
  for (let tries = 0; ; tries++) {
    const outcome = await attempt(wire, url, init, how)
    if ('answer' in outcome) return outcome.answer
    how.signal?.throwIfAborted()
    const waitMs = waitMsOf(row, outcome, tries)
    if (waitMs === undefined || clock.now() + waitMs > until) throw outcome.error
    await clock.sleep(waitMs, how.signal)
  }
}

async function attempt(wire: Wire, url: string, init: RequestInit, how: How): Promise<{ answer: Answer } | Failed> {
  const { signal, timeoutMs } = how
  const inTime = AbortSignal.timeout(timeoutMs ?? wire.timeoutMs)
  const either = signal ? AbortSignal.any([signal, inTime]) : inTime
  try {
    // Followed, a redirect could lead the key elsewhere.
    const response = await wire.fetch(url, { ...init, redirect: 'manual', signal: either })
    const text = await response.text()
    // safe because every answer of the API is an object
    if (response.ok && text.startsWith('{')) return { answer: JSON.parse(text) as Answer }
    return { error: problemOf(response, text), response }
  } catch (error) {
    return { error: new NoAnswer(url, error) }
  }
}

/**
 * How long until the call may be made again. The API says that itself: a 429 was refused before anything was done, and a 503 may
 * come after. Of a connection or a proxy that failed nothing is known: only what changes nothing more is sent again, a few times.
 */
function waitMsOf({ repeatable }: Row, { error, response }: Failed, tries: number): number | undefined {
  if (error instanceof ApiProblem) {
    const may = error.status === 429 || (error.status === 503 && repeatable)
    return may && response ? statedMs(response) : undefined
  }
  if (!repeatable || (response && !badGateways.includes(response.status))) return undefined
  const maxMs = backOffsMs[tries]
  return maxMs && ((response && statedMs(response)) ?? maxMs * (0.5 + Math.random() / 2))
}

/** As `Retry-After` says, or else the minute in `RateLimit`, where nothing of it is left. */
function statedMs({ headers }: Response): number | undefined {
  const limit = /"minute";r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
  const seconds = Number(headers.get('retry-after') ?? limit ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(1, seconds) * 1_000 : undefined
}
