import type { Searched } from './queries.ts'

export const dimensions = ['query', 'page', 'date'] as const
type Dimension = (typeof dimensions)[number]
type Row = { keys?: string[]; clicks: number; impressions: number; ctr: number; position: number }
type Sum = Omit<Row, 'keys' | 'ctr'>

/** Google hides rare queries but counts them in totals. */
const withUnnamed = 1.2

export function rowsOf(by: Dimension | undefined, searched: readonly Searched[], days: readonly string[]): Row[] {
  if (by === 'date') return byDate(searched, days)
  if (by !== undefined) return byKey(by, searched)
  return [rowOf(sumOf(searched, ({ weights }) => total(weights) * withUnnamed))].filter(isSeen)
}

function byKey(name: 'query' | 'page', searched: readonly Searched[]): Row[] {
  return [...Map.groupBy(searched, (each) => each[name])]
    .map(([key, found]) =>
      rowOf(
        sumOf(found, ({ weights }) => total(weights)),
        key,
      ),
    )
    .filter(isSeen)
    .sort((a, b) => b.clicks - a.clicks || b.impressions - a.impressions || (String(a.keys) < String(b.keys) ? -1 : 1))
}

/** Oldest first, days without impressions left out. Rounded as a running sum: days add up to the whole. */
function byDate(searched: readonly Searched[], days: readonly string[]): Row[] {
  let clicks = 0
  let impressions = 0
  const rows = days.map((day, i) => {
    const sum = sumOf(searched, ({ weights }) => (weights[i] ?? 0) * withUnnamed)
    const before = { clicks: Math.round(clicks), impressions: Math.round(impressions) }
    clicks += sum.clicks
    impressions += sum.impressions
    const after = { clicks: Math.round(clicks), impressions: Math.round(impressions) }
    const grown = { clicks: after.clicks - before.clicks, impressions: after.impressions - before.impressions }
    return rowOf({ ...grown, position: sum.position }, day)
  })
  return rows.filter(isSeen)
}

function sumOf(searched: readonly Searched[], weightOf: (each: Searched) => number): Sum {
  let clicks = 0
  let impressions = 0
  let places = 0
  for (const each of searched) {
    const weight = weightOf(each)
    clicks += each.clicks * weight
    impressions += each.impressions * weight
    places += each.position * each.impressions * weight
  }
  return { clicks, impressions, position: Math.round((places / impressions) * 1e6) / 1e6 }
}

function rowOf({ position, ...sum }: Sum, key?: string): Row {
  const clicks = Math.round(sum.clicks)
  const impressions = Math.round(sum.impressions)
  const figures = { clicks, impressions, ctr: impressions === 0 ? 0 : clicks / impressions, position }
  return key === undefined ? figures : { keys: [key], ...figures }
}

function isSeen({ impressions }: Row): boolean {
  return impressions > 0
}

function total(weights: readonly number[]): number {
  return weights.reduce((all, one) => all + one, 0)
}
