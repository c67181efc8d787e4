import { clickRate } from '@rts/shared/clicks'

/** Percent of searchers who click a position; AI Overview null: unknown. Position 0 (not found) gives 0. */
export type ClickCurve = (position: number, hasAiOverview?: boolean | null) => number

/** Given rates in percent, else `clickRate`'s (sum 86 %, an upper bound). Beyond the last, 1/position: our extension. */
export function curveOf(rates: readonly number[] | null): ClickCurve {
  if (rates === null) return clickRate
  const behind = (rates.at(-1) ?? 0) * rates.length
  return (position) => (position === 0 ? 0 : (rates[position - 1] ?? behind / position))
}

/** Volume × click rate, per month. Position 0 gives 0; unknown stays unknown. */
export function trafficOf(curve: ClickCurve, { volume, position, aiOverview }: Searched): number | null {
  return volume === null || position === null ? null : (volume * curve(position, aiOverview)) / 100
}

/** `aiOverview`: if known. */
type Searched = { volume: number | null; position: number | null; aiOverview?: boolean | null }
export type Earning = Searched & { cpc: number | null }

/** Rows of known volume; null: none. */
export function totalTraffic(curve: ClickCurve, rows: readonly Earning[]): number | null {
  return sumOf(rows.map((row) => trafficOf(curve, row)))
}

/** Price as ads, USD: Σ traffic × cpc over rows with a cpc; null: none. */
export function trafficValue(curve: ClickCurve, rows: readonly Earning[]): number | null {
  return sumOf(
    rows.map((row) => {
      const visits = trafficOf(curve, row)
      return visits === null || row.cpc === null ? null : visits * row.cpc
    }),
  )
}

/** Sum of known parts, to hundredths; null: none. */
function sumOf(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? null : hundredths(known.reduce((sum, part) => sum + part, 0))
}

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
