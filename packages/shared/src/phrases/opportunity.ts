import { clickRate } from '../clicks.ts'

type Searched = { volume: number | null; difficulty: number | null }

/** Searches a month that no demand is above. */
const maxSearched = 1_000_000

/** How much a phrase is searched, 0 to 1: ln(1 + volume) / ln(1 + a million). Null where unknown. */
export function demandOf(volume: number | null): number | null {
  return volume === null ? null : Math.min(1, Math.log1p(volume) / Math.log1p(maxSearched))
}

/** How easy a phrase is, 0 to 1; null where its difficulty is unknown. */
function easeOf(difficulty: number | null): number | null {
  return difficulty === null ? null : 1 - difficulty / 100
}

/** 0.5 demand + 0.3 `reasons` + 0.2 ease, each 0 to 1. Unknown demand counts as the half; unknown ease is left out, so that the others share its weight. */
export function weightOf({ volume, difficulty }: Searched, reasons: number): number {
  const known = 0.5 * (demandOf(volume) ?? 0.5) + 0.3 * reasons
  const ease = easeOf(difficulty)
  return ease === null ? known / 0.8 : known + 0.2 * ease
}

/** 0 at the first place, 1 where the site is not found or was never looked for. */
function headroomOf(position: number | null): number {
  return position === null || position === 0 ? 1 : 1 - clickRate(position) / clickRate(1)
}

/**
 * The worth of a phrase to a site, 0 to 100: 100 × ∛(demand × ease × headroom), our own measure; of two where the difficulty is unknown,
 * null where the volume is.
 */
export function opportunityOf({ volume, difficulty }: Searched, position: number | null): number | null {
  const demand = demandOf(volume)
  if (demand === null) return null
  const ease = easeOf(difficulty)
  const worth = demand * headroomOf(position)
  return Math.round(100 * (ease === null ? Math.sqrt(worth) : Math.cbrt(worth * ease)))
}
