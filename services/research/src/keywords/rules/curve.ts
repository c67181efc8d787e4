import { clickRate } from '@rts/shared/clicks'

/** Percent of searchers who click a position; AI Overview null: unknown. Position 0 (not found) gives 0. */
export type ClickCurve = (position: number, hasAiOverview?: boolean | null) => number

/** Given rates in percent, else `clickRate`'s (sum 86 %, an upper bound). Beyond the last, 1/position: our extension. */
export function curveOf(rates: readonly number[] | null): ClickCurve {
  if (rates === null) return clickRate
  const behind = (rates.at(-1) ?? 0) * rates.length
  return (position) => (position === 0 ? 0 : (rates[position - 1] ?? behind / position))
}
