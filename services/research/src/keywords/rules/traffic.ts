import type { ClickCurve } from './curve.ts'

/** Visits a month that a place earns: volume × click rate. A place of 0 earns none; what is unknown stays unknown. */
export function trafficOf(curve: ClickCurve, volume: number | null, position: number | null): number | null {
  return volume === null || position === null ? null : (volume * curve(position)) / 100
}

export type Earning = { volume: number | null; cpc: number | null; position: number | null }

/** The visits of all rows whose volume is known; null where none is. */
export function totalTraffic(curve: ClickCurve, rows: readonly Earning[]): number | null {
  return sumOf(rows.map(({ volume, position }) => trafficOf(curve, volume, position)))
}

/** The price of these visits as ads, in USD: Σ traffic × cpc over the rows that have a cpc; null where none has. */
export function trafficValue(curve: ClickCurve, rows: readonly Earning[]): number | null {
  return sumOf(
    rows.map(({ volume, cpc, position }) => {
      const visits = trafficOf(curve, volume, position)
      return visits === null || cpc === null ? null : visits * cpc
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
