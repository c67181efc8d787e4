import { clickRate } from '@rts/shared/clicks'

/**
 * Percent of searchers who click the organic result at a position, by whether the page has an AI Overview (null: unknown); 0 for a
 * position of 0, which is not found.
 */
export type ClickCurve = (position: number, hasAiOverview?: boolean | null) => number

/**
 * The curve for traffic: the given rates of positions 1, 2, 3 …, in percent, or without any those of `clickRate`, whose ten places
 * sum to 86 % and so are an upper bound. Given ones are the operator's own average, of pages with an AI Overview too. Behind the last place rates go on as 1/position, which is our own continuation.
 */
export function curveOf(rates: readonly number[] | null): ClickCurve {
  if (rates === null) return clickRate
  const behind = (rates.at(-1) ?? 0) * rates.length
  return (position) => (position === 0 ? 0 : (rates[position - 1] ?? behind / position))
}
