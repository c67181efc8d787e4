import { setTimeout as delay } from 'node:timers/promises'
import { demand, type Tally } from './tally.ts'

const patienceMs = 90_000
const pauseMs = 3_000

const isOpen = ({ status }: { status: string }) => status === 'queued' || status === 'collecting'

/** Reads until what the read collects is there, as a program does; every answer counts as a call. `isWhole` looks at the last one. */
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
      if (!isOpen(seen)) demand(isWhole(seen), `not what was asked for: ${JSON.stringify(seen).slice(0, 200)}`)
      else demand(performance.now() < deadline, `still ${seen.status} after ${patienceMs / 1_000} s`)
      return seen
    })
    if (answer === undefined || !isOpen(answer)) return
    await delay(pauseMs)
  }
}
