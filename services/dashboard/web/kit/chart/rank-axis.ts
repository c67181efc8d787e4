import { scaleLinear, scaleLog } from 'd3-scale'
import { kit as t } from '../../../texts/kit.ts'

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
