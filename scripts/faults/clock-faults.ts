import { cannotSetClock, playClocked } from './clock.ts'
import { clockPlays } from './clock-plays.ts'
import type { OwnFault } from './play.ts'

const dayMs = 86_400_000
/** The start of a system and its jobs take less. */
const beforeMidnightMs = 60_000

/** Clocks that are set while jobs are in flight, and a day that ends under load. */
export const clockFaults: readonly OwnFault[] = Object.keys(clockPlays).map((name) => ({
  name,
  cannot: cannotSetClock,
  play: () => playClocked(name, name.startsWith('midnight') ? untilMidnight() : 0),
}))

/** How far a clock is ahead on which the day ends soon. */
function untilMidnight(): number {
  return dayMs - (Date.now() % dayMs) - beforeMidnightMs
}
