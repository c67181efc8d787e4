import { clickRate, clickRates } from '@rts/shared/clicks'
import { visibilityOf } from './visibility.ts'

/** The checks that count on a day; `counts` are those not found, then those in each bucket of places. */
type DayTally = { clicks: number; counts: readonly number[] }

const everyClick = clickRates.reduce((sum, rate) => sum + rate)

function checkedOn({ counts }: DayTally): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Visibility on a day, as `visibilityScore` has it; null where nothing was checked. */
export function scoreOn(tally: DayTally): number | null {
  const checked = checkedOn(tally)
  // A sum of fractions that should be 0 is not quite.
  return checked === 0 ? null : Math.max(0, visibilityOf(tally.clicks, checked))
}

/** The share of all clicks on the results pages that the host gets, in percent; null where nothing was checked. */
export function shareOn(tally: DayTally): number | null {
  const score = scoreOn(tally)
  return score === null ? null : Math.round((100 * score * clickRate(1)) / everyClick) / 100
}

/** How many of the tracked keywords had no check that counts; `added` says how many were added on which day. */
export function uncheckedOn(
  days: readonly string[],
  tallies: readonly DayTally[],
  added: readonly { day: string; n: number }[],
) {
  return days.map((day, i) => {
    const tracked = added.reduce((sum, { day: since, n }) => sum + (since <= day ? n : 0), 0)
    const tally = tallies[i]
    // Imported ranks are older than the keyword.
    return Math.max(0, tracked - (tally ? checkedOn(tally) : 0))
  })
}

/** How many keywords were added on each day beside others that were tracked before; the first ones were added to nothing. */
export function addedOn(days: readonly string[], tracked: readonly { day: string; n: number }[]): number[] {
  const first = tracked.map(({ day }) => day).sort()[0] ?? ''
  return days.map((day) => (day > first ? (tracked.find((each) => each.day === day)?.n ?? 0) : 0))
}
