/**
 * Percent of searchers who click places 1 to 10, and the second page as a whole. Backlinko, 2022, four million results, before AI
 * Overviews: an upper bound.
 */
const firstPage = [27.6, 15.8, 11.0, 8.4, 6.3, 4.9, 3.9, 3.3, 2.7, 2.4] as const
const secondPageTotal = 0.63
const secondPageWeights = Array.from({ length: 10 }, (_, i) => 1 / (i + 11)).reduce((sum, weight) => sum + weight)
/** No place of the first page earns less than the one above it by more: ours for the first places behind it. */
const steepestFall = firstPage[0] / firstPage[1]

/**
 * The part of its clicks that a place loses below an AI Overview: Ahrefs, December 2025, 300,000 informational keywords on desktops, for
 * places 1, 3 and 10. Straight between 3 and 10, constant behind, which is ours.
 */
const lostToAnswers = [0.58, 0.508, 0.464] as const
const lostAtTen = 0.194

/**
 * Percent of searchers who click the organic result at `position`; less with an AI Overview above it. Behind the first page each place
 * earns what the one above it earns, divided by the steepest fall, until page two's study, spread as 1/position: our own join.
 */
export function clickRate(position: number, hasAiOverview: boolean | null = false): number {
  if (position === 0) return 0
  const spread = secondPageTotal / secondPageWeights / position
  const rate = firstPage[position - 1] ?? Math.max(spread, firstPage[9] / steepestFall ** (position - 10))
  return hasAiOverview ? rate * (1 - lostAt(position)) : rate
}

function lostAt(position: number): number {
  const [, , third] = lostToAnswers
  return lostToAnswers[position - 1] ?? third + ((lostAtTen - third) * (Math.min(position, 10) - 3)) / 7
}

export const clickRates: readonly number[] = Array.from({ length: 101 }, (_, position) => clickRate(position))
