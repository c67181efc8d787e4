import { scaleUtc } from 'd3-scale'
import { dayMs } from '../words/time-text.ts'
import { timeTicks } from './time-ticks.ts'

/** Pixels around what is drawn. */
export const margin = { left: 34, right: 10, top: 14, dates: 24 }
/** The width of a date with its margin. */
const dateWidth = 110
/** Around a single moment. */
const spanMs = 3 * dayMs

export type TimePlot = ReturnType<typeof timePlot>

/** Where moments are in a drawing of this width. */
export function timePlot(from: number, until: number, width: number) {
  const end = Math.max(margin.left + 60, width - margin.right)
  const times: [number, number] = until === from ? [from - spanMs, from + spanMs] : [from, until]
  const x = scaleUtc(times, [margin.left + 6, end])
  return {
    from,
    width,
    x: (at: number) => x(at),
    at: (pixel: number) => x.invert(pixel).getTime(),
    dates: timeTicks(times[0], times[1], Math.max(2, Math.floor(width / dateWidth))),
  }
}

/** The place of the moment in an ascending list that is nearest to another; -1 in an empty list. */
export function nearest(moments: readonly number[], at: number): number {
  let best = -1
  for (const [i, moment] of moments.entries())
    if (best < 0 || Math.abs(moment - at) < Math.abs((moments[best] ?? 0) - at)) best = i
  return best
}
