import { clickRate } from '@rts/shared/clicks'
import { weightOf } from '@rts/shared/phrases/opportunity'

const min = 0.1
/** First place outside the top three. */
const nearest = 4

/** 0.1 to 1: the site's clicks as a share of fourth place's. */
export function nearnessOf(position: number | null): number {
  if (position === null || position === 0) return min
  return Math.min(1, Math.max(min, clickRate(position) / clickRate(nearest)))
}

/** Share of clicks lost by a fall, 0 to 1; place 0 is not found. */
export function lossOf(before: number, now: number): number {
  const had = clickRate(before)
  return had === 0 ? 0 : Math.max(0, had - clickRate(now)) / had
}

/** A rival's click lead, as a share of first place's. */
export function leadOf(rival: number, own: number): number {
  return Math.max(0, clickRate(rival) - clickRate(own)) / clickRate(1)
}

export type Weighed = { win: number; reasons: number; volume: number | null; difficulty: number | null }

/** 0 to 100: 100 × √win × (0.5 demand + 0.3 reasons / (reasons + 1) + 0.2 ease); our measure, like the gap's (`weightOf`). */
export function scoreOf({ win, reasons, ...searched }: Weighed): number {
  return Math.round(100 * Math.sqrt(win) * weightOf(searched, reasons / (reasons + 1)))
}
