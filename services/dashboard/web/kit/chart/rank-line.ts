import { scaleLinear, scaleLog } from 'd3-scale'
import { kit as t } from '../../../texts/kit.ts'
import { dayMs } from '../words/time-text.ts'

/** The result of a check: a position, or 0 if not found within `depth`. Times are in milliseconds. */
export type RankPoint = {
  at: number
  position: number
  url: string | null
  depth?: number | null
  /** How many days it counts, its own day included. */
  reach: number
}

export type RankLine = {
  id: string
  name: string
  /** Oldest first. */
  points: readonly RankPoint[]
  /** Times of checks that failed, in milliseconds. */
  failures: readonly number[]
}

export type RankSeries = {
  lines: readonly RankLine[]
  /** How deep was looked where the site was not found. */
  depth: number | null
}

const dayOf = (at: number) => Math.floor(at / dayMs)
const countsUntil = ({ at, reach }: RankPoint, moment: number) => dayOf(moment) - dayOf(at) <= reach

/** The moments of all lines, one a day (in UTC): that of the day's last check. */
export function momentsOf(lines: readonly RankLine[]): number[] {
  const all = lines
    .flatMap(({ points, failures }) => [...points.map(({ at }) => at), ...failures])
    .sort((a, b) => a - b)
  return all.filter((at, i) => dayOf(at) !== dayOf(all[i + 1] ?? Number.NaN))
}

/** The last check of a line on the day of a moment. */
export function pointOn({ points }: Pick<RankLine, 'points'>, moment: number): RankPoint | undefined {
  return points.findLast(({ at }) => dayOf(at) === dayOf(moment))
}

/** Whether a line failed on the day of a moment. */
export function failedOn({ failures }: Pick<RankLine, 'failures'>, moment: number): boolean {
  return failures.some((at) => dayOf(at) === dayOf(moment))
}

/**
 * The found positions in stretches that a line may join: two checks share a stretch if the site was found in both, no check
 * is between them, and the first counts until the day of the second.
 */
export function stretchesOf(points: readonly RankPoint[]): RankPoint[][] {
  const stretches: RankPoint[][] = []
  let before: RankPoint | undefined
  for (const point of points) {
    const last = stretches.at(-1)
    const joins = before && before.position > 0 && countsUntil(before, point.at)
    if (point.position > 0) {
      if (joins && last) last.push(point)
      else stretches.push([point])
    }
    before = point
  }
  return stretches
}

/** Where the site was lost or found again between two checks in rhythm. */
export function dropsOf(points: readonly RankPoint[]): [RankPoint, RankPoint][] {
  return points.flatMap((point, i): [RankPoint, RankPoint][] => {
    const before = points[i - 1]
    const isDrop = before && before.position > 0 !== point.position > 0 && countsUntil(before, point.at)
    return isDrop && isComparable(before, point) ? [[before, point]] : []
  })
}

/** The points at which another page of the site was found than before. */
export function urlChanges(points: readonly RankPoint[]): RankPoint[] {
  const found = points.filter(({ position }) => position > 0)
  return found.filter(({ url }, i) => i > 0 && url !== null && found[i - 1]?.url !== null && found[i - 1]?.url !== url)
}

/** Whether neither of two positions is beyond what was read for the other; an unknown depth has no end. */
function isComparable(one: RankPoint, other: RankPoint): boolean {
  const isWithin = (place: number, { position, depth }: RankPoint) => position > 0 || depth == null || place <= depth
  return isWithin(one.position, other) && isWithin(other.position, one)
}

/** The points that do not compare with the one before because their check read more or fewer results. */
export function depthChanges(points: readonly RankPoint[]): RankPoint[] {
  return points.filter((point, i) => {
    const before = points[i - 1]
    return before !== undefined && !isComparable(before, point)
  })
}

/** The ranks that an axis names. */
const rungs = [1, 2, 3, 5, 10, 20, 30, 50, 100] as const
/** Pixels that a name needs. */
const nameHeight = 13

export const rankScales = { log: t.log, linear: t.linear } as const
export type RankScale = keyof typeof rankScales

/**
 * An axis of ranks with 1 at the top. It is logarithmic unless it is asked for otherwise, for clicks fall with the place: from 2 to 1
 * is worth more than from 42 to 41. It reaches down to the first rung that holds every position, and at least to 10.
 * @param positions found positions, 1 or more
 * @param height pixels from the first rank to the last rung
 */
export function rankAxis(positions: readonly number[], height: number, kind: RankScale = 'log') {
  const lowest = Math.max(10, ...positions)
  const deepest = rungs.find((rung) => rung >= lowest) ?? lowest
  const scale = (kind === 'log' ? scaleLog() : scaleLinear()).domain([1, deepest]).range([0, height])
  const y = (position: number) => scale(position)
  const named: number[] = [1]
  for (const rung of rungs) if (rung <= deepest && y(rung) - y(named.at(-1) ?? 1) >= nameHeight) named.push(rung)
  return { deepest, y, rungs: named }
}
