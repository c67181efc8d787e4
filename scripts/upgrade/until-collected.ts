import { setTimeout as delay } from 'node:timers/promises'
import { demand, type Tally } from './tally.ts'

const patienceMs = 90_000
const pauseMs = 3_000

/** Reads until what the read collects is there, as a program does; every answer counts as a call. */
export async function untilCollected<T extends { status: string }>(
  tally: Tally,
  name: string,
  look: () => Promise<T>,
  isWhole: (answer: T) => boolean,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await tally.call('collects', name, async () => {
      const seen = await look()
      if (seen.status === 'ready') demand(isWhole(seen), 'ready, and empty')
      else demand(['queued', 'collecting'].includes(seen.status), `the state ${seen.status}`)
      demand(performance.now() < deadline, `still ${seen.status} after ${patienceMs / 1_000} s`)
      return seen
    })
    if (answer === undefined || answer.status === 'ready') return
    await delay(pauseMs)
  }
}
