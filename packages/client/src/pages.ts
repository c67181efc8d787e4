import type { Clock } from './clock.ts'
import { type Answer, StillCollecting } from './problems.ts'
import type { Input } from './request.ts'
import type { How, Waiting } from './shapes.ts'

export type AnyCall = (input: Input, how: How) => Promise<Answer>

/** The rows of all pages. */
export async function* eachRow(call: AnyCall, rows: string, input: Input, how: How): AsyncGenerator<unknown, void> {
  let cursor: unknown = input.cursor
  do {
    const page = await call({ ...input, cursor }, how)
    const list = page[rows]
    if (Array.isArray(list)) yield* list
    cursor = page.nextCursor
  } while (typeof cursor === 'string')
}

const twoMinutesMs = 120_000

/** Asks until nothing is collected any more, as often as the answers say. */
export async function whenReady(
  call: AnyCall,
  clock: Clock,
  input: Input,
  { withinMs = twoMinutesMs, ...how }: Waiting,
) {
  const until = clock.now() + withinMs
  for (;;) {
    const answer = await call(input, how)
    if (answer.status !== 'queued' && answer.status !== 'collecting') return answer
    const waitMs = Number(answer.retryAfterSeconds ?? 3) * 1_000
    if (clock.now() + waitMs > until) throw new StillCollecting(answer)
    await clock.sleep(waitMs, how.signal)
  }
}
