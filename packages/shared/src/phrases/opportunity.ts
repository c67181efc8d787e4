import { clickRate } from '../clicks.ts'

const unknownDifficulty = 50

/** How much a phrase is searched, 0 to 1, beside the most searched one of its list: ln(1 + volume) / ln(1 + largest). Null where unknown. */
export function demandOf(volume: number | null, largest: number): number | null {
  if (volume === null) return null
  return largest <= 0 ? 0 : Math.log1p(volume) / Math.log1p(largest)
}

/** How easy a phrase is, 0 to 1; an unknown difficulty counts as the middle. */
export function easeOf(difficulty: number | null): number {
  return 1 - (difficulty ?? unknownDifficulty) / 100
}

/** The share still to be won, 0 to 1: nothing at the first place, all where the site is not found or was never looked for. */
function headroomOf(position: number | null): number {
  return position === null || position === 0 ? 1 : 1 - clickRate(position) / clickRate(1)
}

/** The largest known volume of a list, which its demands are measured by. */
export function largestVolume(volumes: readonly (number | null)[]): number {
  return volumes.reduce<number>((largest, volume) => Math.max(largest, volume ?? 0), 0)
}

/**
 * The worth of a phrase to a site, 0 to 100: 100 × ∛(demand × ease × headroom), our own measure. The geometric mean, so that
 * none of the three makes up for the lack of another. Null where the volume is unknown.
 */
export function opportunityOf(
  { volume, difficulty }: { volume: number | null; difficulty: number | null },
  position: number | null,
  largest: number,
): number | null {
  const demand = demandOf(volume, largest)
  return demand === null ? null : Math.round(100 * Math.cbrt(demand * easeOf(difficulty) * headroomOf(position)))
}
