import { scaleUtc } from 'd3-scale'
import { rankAxis } from './rank-axis.ts'
import type { RankSeries } from './rank-line.ts'

/** Pixels: the ranks, below them the failed checks, then the lane of what was not found, then the dates. */
export const size = { left: 34, right: 10, top: 10, ranks: 204, failures: 223, lane: 234, laneHeight: 24, height: 282 }

export type RankPlot = ReturnType<typeof plotOf>

/** Where everything of a series stands in a drawing of this width. */
export function plotOf({ points, failures, rhythmMs }: RankSeries, width: number) {
  const times = [...points.map(({ at }) => at), ...failures]
  const from = Math.min(...times)
  const to = Math.max(...times, from + rhythmMs)
  const x = scaleUtc([from, to], [size.left + 6, Math.max(size.left + 60, width - size.right)])
  const found = points.map(({ position }) => position).filter((position) => position > 0)
  const axis = rankAxis(found, size.ranks)
  const format = x.tickFormat()
  return {
    width,
    x,
    y: (position: number) => size.top + axis.y(position),
    rungs: axis.rungs,
    dates: x.ticks(Math.max(2, Math.floor(width / 110))).map((date) => ({ date, text: format(date) })),
  }
}
