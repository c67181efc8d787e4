/** Percent of searchers who click the organic result at positions 1 to 10. */
const firstPage = [27.6, 15.8, 11.0, 8.4, 6.3, 4.9, 3.9, 3.3, 2.7, 2.4] as const
const secondPageTotal = 0.63
const secondPageWeights = Array.from({ length: 10 }, (_, i) => 1 / (i + 11)).reduce((sum, weight) => sum + weight)

/**
 * Percent of searchers who click the organic result at `position` (1 is the first). Source: Backlinko's study of four million
 * Google results ("Organic click-through rate", 2022): the first page place by place, and 0.63 % for the second page as a whole.
 * From place 11 on it is spread as 1/position, which is our own continuation. 0 for a position of 0, which is not found.
 */
export function clickRate(position: number): number {
  if (position === 0) return 0
  return firstPage[position - 1] ?? secondPageTotal / secondPageWeights / position
}

/** The clicks of each place, from 0 for not found to place 100, the deepest that is read. */
export const clickRates: readonly number[] = Array.from({ length: 101 }, (_, position) => clickRate(position))
