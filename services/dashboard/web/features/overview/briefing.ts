type Course = {
  usual?: { low: number; high: number } | null | undefined
  hosts: readonly { scores: readonly (number | null)[] }[]
}

/** A site's visibility, how it moved over the days of the chart, and where it is beside its usual range. */
export type Briefing = {
  score: number | null
  change: number | null
  /** Null while there are too few days for a usual range. */
  trend: 'steady' | 'above' | 'below' | null
}

export function briefingOf({ usual, hosts: [own] }: Course): Briefing {
  const scores = own?.scores ?? []
  const score = scores.findLast((each) => each !== null) ?? null
  return { score, change: changeOf(scores), trend: score === null || !usual ? null : trendOf(score, usual) }
}

/** The last known value less the first; null with fewer than two. */
export function changeOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  const first = known[0]
  const last = known.at(-1)
  return known.length < 2 || first === undefined || last === undefined ? null : last - first
}

function trendOf(score: number, { low, high }: { low: number; high: number }): Briefing['trend'] {
  if (score < low) return 'below'
  return score > high ? 'above' : 'steady'
}
