import type { Clock } from './clock.ts'
import type { AnyCall } from './pages.ts'
import { StillCollecting } from './problems.ts'
import type { Input } from './request.ts'
import type { Waiting } from './shapes.ts'

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
