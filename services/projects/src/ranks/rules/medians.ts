import type { MovementRow } from '@rts/shared/contract/rows/series'
import { deviationOf, isBeyondTremble } from '@rts/shared/tremble'

/** Quartiles of places; one that was not found is just behind what was read, and `beyond` is the first of these. */
export type Quartiles = {
  now: readonly number[]
  before: readonly number[]
  checks: number
  checksBefore: number
  beyond: number | null
}
type Medians = NonNullable<MovementRow['medians']>

/** Of how many days a median is: a week, or four where a week has fewer than three checks. */
export function medianDays(rhythmDays: number): 7 | 28 {
  return rhythmDays <= 2 ? 7 : 28
}

/** Whether a rank moved between two medians. Places beyond the shallowest check that found nothing are all alike. */
export function mediansOf({ now, before, checks, checksBefore, beyond }: Quartiles, days: number): Medians {
  const within = (place = 0) => (beyond === null ? place : Math.min(place, beyond))
  const [low = 0, was = 0, high = 0] = before.map(within)
  const is = within(now[1])
  const own = deviationOf(was, { low, high })
  const moved = isBeyondTremble({ place: was, checks: checksBefore }, { place: is, checks }, own)
  const shown = (place: number) => (place === beyond ? 0 : place)
  return { days, position: shown(is), previousPosition: shown(was), moved }
}
