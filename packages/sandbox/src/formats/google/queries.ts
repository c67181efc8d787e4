import type { WorldState } from '../../state/world-state.ts'
import { demandFor } from '../../world/demand.ts'
import { ideasFor } from '../../world/phrases.ts'
import { unit } from '../../world/seed.ts'
import type { createStandings } from '../../world/standings.ts'

export type QueryRow = { query: string; clicks: number; impressions: number; ctr: number; position: number }
type Deps = { world: WorldState; standings: ReturnType<typeof createStandings> }

const dayMs = 86_400_000
const place = { country: 'us', language: 'en' }
/** Queries of a site that nobody made a results page for: each phrase that it ranks for has some longer ones. */
const longerOnes = 3

/** How many days of a window Google has: to the day before yesterday in California, and back for sixteen months. */
export function daysThere(startDate: string, endDate: string, now: Date): number {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(now)
  const last = Math.min(Date.parse(endDate), Date.parse(today) - 2 * dayMs)
  const first = Math.max(Date.parse(startDate), Date.parse(today) - 486 * dayMs)
  return Math.max(0, Math.round((last - first) / dayMs) + 1)
}

/** The queries of a property over so many days, the most clicked first: read off the world's own results pages unless they were set. */
export function rowsOf({ world, standings }: Deps, siteUrl: string, days: number): QueryRow[] {
  if (days === 0) return []
  const set = world.current().google.queries[siteUrl]
  if (set) return set.count === undefined ? inOrder(set.rows.map(rowOf)) : counted(set.count)
  const domain = hostOf(siteUrl)
  const rows = standings(domain, place).flatMap(({ phrase, position }) => {
    const longer = ideasFor([phrase], longerOnes + 1).slice(1)
    const around = longer.map((query) => figuresOf(query, position + 14 * unit(domain, query), 0.2, days, world.day()))
    return [figuresOf(phrase, position, 1, days, world.day()), ...around]
  })
  const byQuery = new Map(rows.map((row) => [row.query, row]))
  return inOrder([...byQuery.values()].filter(({ impressions }) => impressions > 0))
}

function hostOf(siteUrl: string): string {
  const host = siteUrl.startsWith('sc-domain:') ? siteUrl.slice(10) : (URL.parse(siteUrl)?.hostname ?? '')
  return host.replace(/^www\./, '')
}

function figuresOf(query: string, near: number, share: number, days: number, day: string): QueryRow {
  const position = Math.max(1, Math.round((near + unit(query, 'wobble') - 0.5) * 10) / 10)
  const seen = position <= 10 ? 1 : position <= 20 ? 0.2 : 0.02
  const impressions = Math.round((demandFor(query, place.country, day).volume / 30) * share * seen * days)
  return rowOf({ query, impressions, clicks: Math.round((impressions * 0.3) / position), position })
}

function rowOf(row: Omit<QueryRow, 'ctr'>): QueryRow {
  return { ...row, ctr: row.impressions === 0 ? 0 : row.clicks / row.impressions }
}

function counted(count: number): QueryRow[] {
  return Array.from({ length: count }, (_, i) =>
    rowOf({ query: `query ${i + 1}`, clicks: count - i, impressions: 2 * (count - i), position: 1 + (i % 50) }),
  )
}

function inOrder(rows: QueryRow[]): QueryRow[] {
  return rows.sort((a, b) => b.clicks - a.clicks || b.impressions - a.impressions || (a.query < b.query ? -1 : 1))
}
