type Course = {
  usual?: { low: number; high: number } | null | undefined
  hosts: readonly { scores: readonly (number | null)[] }[]
}

/** How a site's visibility moved over the days of the chart, and where it is beside its usual range. */
export type Briefing = {
  change: number | null
  /** Null while there are too few days for a usual range. */
  trend: 'steady' | 'above' | 'below' | null
}

export function briefingOf(score: number, { usual, hosts: [own] }: Course): Briefing {
  return { change: changeOf(own?.scores ?? []), trend: usual ? trendOf(score, usual) : null }
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
