import { clickRate } from '@rts/shared/clicks'
import { weightOf } from '@rts/shared/phrases/opportunity'

const min = 0.1
/** The first place below those that most clicks go to. */
const nearest = 4

/** How near a site is to the first places, 0.1 to 1: its clicks as part of those of the fourth place. */
export function nearnessOf(position: number | null): number {
  if (position === null || position === 0) return min
  return Math.min(1, Math.max(min, clickRate(position) / clickRate(nearest)))
}

/** The part of a place's clicks that was lost by falling to another, 0 to 1; 0 is not found. */
export function lossOf(before: number, now: number): number {
  const had = clickRate(before)
  return had === 0 ? 0 : Math.max(0, had - clickRate(now)) / had
}

/** The clicks that a rival has ahead of the site, as part of those of a first place. */
export function leadOf(rival: number, own: number): number {
  return Math.max(0, clickRate(rival) - clickRate(own)) / clickRate(1)
}

export type Weighed = { win: number; reasons: number; volume: number | null; difficulty: number | null }

/**
 * The worth of an idea beside the others, 0 to 100: 100 × √win × (0.5 demand + 0.3 reasons / (reasons + 1) + 0.2 ease), our own
 * measure, of the form of the gap's (`weightOf`).
 */
export function scoreOf({ win, reasons, ...searched }: Weighed): number {
  return Math.round(100 * Math.sqrt(win) * weightOf(searched, reasons / (reasons + 1)))
}
