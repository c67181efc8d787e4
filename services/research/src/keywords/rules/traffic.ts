import type { ClickCurve } from './curve.ts'

/** Visits a month that a place earns: volume × click rate. A place of 0 earns none; what is unknown stays unknown. */
export function trafficOf(curve: ClickCurve, { volume, position, aiOverview }: Searched): number | null {
  return volume === null || position === null ? null : (volume * curve(position, aiOverview)) / 100
}

/** `aiOverview`: whether the page has one, where that is known. */
type Searched = { volume: number | null; position: number | null; aiOverview?: boolean | null }
export type Earning = Searched & { cpc: number | null }

/** The visits of all rows whose volume is known; null where none is. */
export function totalTraffic(curve: ClickCurve, rows: readonly Earning[]): number | null {
  return sumOf(rows.map((row) => trafficOf(curve, row)))
}

/** The price of these visits as ads, in USD: Σ traffic × cpc over the rows that have a cpc; null where none has. */
export function trafficValue(curve: ClickCurve, rows: readonly Earning[]): number | null {
  return sumOf(
    rows.map((row) => {
      const visits = trafficOf(curve, row)
      return visits === null || row.cpc === null ? null : visits * row.cpc
    }),
  )
}

/** The sum of the known ones, to hundredths; null where none is known. */
function sumOf(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? null : hundredths(known.reduce((sum, part) => sum + part, 0))
}

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
