/** What a check brought: a position, or 0 where the site was not found. Times are milliseconds. */
export type RankPoint = { at: number; position: number; url: string | null }

export type RankSeries = {
  /** Oldest first. */
  points: readonly RankPoint[]
  /** Times of checks that failed, in milliseconds. */
  failures: readonly number[]
  /** How deep was looked where the site was not found. */
  depth: number | null
  /** From one check to the next. */
  rhythmMs: number
}

/**
 * The found positions, in stretches that a line may join: two checks stand in one stretch if the site was found in both, none stands
 * between them, and they are no further apart than one and a half times the rhythm. Nothing is drawn where nothing was seen.
 */
export function stretchesOf(points: readonly RankPoint[], rhythmMs: number): RankPoint[][] {
  const stretches: RankPoint[][] = []
  let before: RankPoint | undefined
  for (const point of points) {
    const last = stretches.at(-1)
    const joins = before && before.position > 0 && point.at - before.at <= 1.5 * rhythmMs
    if (point.position > 0) {
      if (joins && last) last.push(point)
      else stretches.push([point])
    }
    before = point
  }
  return stretches
}

/** The points at which another page of the site was found than before. */
export function urlChanges(points: readonly RankPoint[]): RankPoint[] {
  const found = points.filter(({ position }) => position > 0)
  return found.filter(({ url }, i) => i > 0 && url !== null && found[i - 1]?.url !== null && found[i - 1]?.url !== url)
}

/** The check that is nearest to a moment. */
export function nearest(points: readonly RankPoint[], at: number): RankPoint | undefined {
  let best: RankPoint | undefined
  for (const point of points) if (!best || Math.abs(point.at - at) < Math.abs(best.at - at)) best = point
  return best
}
