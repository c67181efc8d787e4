import { scaleLog } from 'd3-scale'

/** The ranks that an axis names. */
const rungs = [1, 2, 3, 5, 10, 20, 30, 50, 100] as const

/**
 * An axis of ranks with 1 at the top. It is logarithmic, for clicks fall with the place: from 2 to 1 is worth more than from 42 to 41.
 * It reaches down to the first rung that holds every position, and at least to 10.
 * @param positions found positions, 1 or more
 * @param height pixels from the first rank to the last rung
 */
export function rankAxis(positions: readonly number[], height: number) {
  const lowest = Math.max(10, ...positions)
  const deepest = rungs.find((rung) => rung >= lowest) ?? lowest
  const scale = scaleLog([1, deepest], [0, height])
  return {
    deepest,
    y: (position: number) => scale(position),
    rungs: rungs.filter((rung) => rung <= deepest),
  }
}
