import { dayMs } from '@rts/shared/clock'
import type { WorldState } from '../../state/world-state.ts'
import { demandFor } from '../../world/demand.ts'
import type { GoogleRow } from '../../world/overrides.ts'
import { ideasFor } from '../../world/phrases.ts'
import { unit } from '../../world/seed.ts'
import type { createStandings } from '../../world/standings.ts'

export type Searched = {
  query: string
  page: string
  clicks: number
  impressions: number
  position: number
  weights: readonly number[]
}
type Deps = { world: WorldState; standings: ReturnType<typeof createStandings> }

const place = { country: 'us', language: 'en' }
/** Longer queries without a results page, for each phrase that a site ranks for. */
const longerOnes = 3

/** From sixteen months ago to the day before yesterday in California. */
export function daysThere(startDate: string, endDate: string, now: Date): string[] {
  const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(now))
  const last = Math.min(Date.parse(endDate), today - 2 * dayMs)
  const first = Math.max(Date.parse(startDate), today - 486 * dayMs)
  const count = Math.max(0, Math.round((last - first) / dayMs) + 1)
  return Array.from({ length: count }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10))
}

/** From the world's results pages, unless they were set. */
export function searchesOf({ world, standings }: Deps, siteUrl: string, days: readonly string[]): Searched[] {
  if (days.length === 0) return []
  const domain = hostOf(siteUrl)
  const home = `https://${domain}/`
  const set = world.current().google.queries[siteUrl]
  if (set) {
    // Its figures cover all days together.
    const weights = days.map(() => 1 / days.length)
    const rows = set.count === undefined ? set.rows : counted(set.count)
    return rows.map(({ page = home, ...row }) => ({ ...row, page, weights }))
  }
  const searched = standings(domain, place).flatMap(({ phrase, position, url: page }) => {
    const weights = days.map((day) => weightOf(page, day))
    const at = (query: string, near: number, share: number) => ({
      query,
      page,
      weights,
      ...usually(query, near, share, world.day()),
    })
    const longer = ideasFor([phrase], longerOnes + 1).slice(1)
    return [at(phrase, position, 1), ...longer.map((query) => at(query, position + 14 * unit(domain, query), 0.2))]
  })
  return [...new Map(searched.map((each) => [each.query, each])).values()]
}

function hostOf(siteUrl: string): string {
  const host = siteUrl.startsWith('sc-domain:') ? siteUrl.slice(10) : (URL.parse(siteUrl)?.hostname ?? '')
  return host.replace(/^www\./, '')
}

function usually(query: string, near: number, share: number, day: string) {
  const position = Math.max(1, Math.round((near + unit(query, 'wobble') - 0.5) * 10) / 10)
  const seen = position <= 10 ? 1 : position <= 20 ? 0.2 : 0.02
  const impressions = (demandFor(query, place.country, day).volume / 30) * share * seen
  return { impressions, clicks: (impressions * 0.3) / position, position }
}

/** Weekends are quiet; interest in a page changes over months. */
function weightOf(page: string, day: string): number {
  const at = Date.parse(day)
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
  return (isWeekend ? 0.7 : 1.12) * (1 + 0.3 * Math.sin(2 * Math.PI * (at / dayMs / 150 + unit(page))))
}

function counted(count: number): GoogleRow[] {
  return Array.from({ length: count }, (_, i) => {
    return { query: `query ${i + 1}`, clicks: count - i, impressions: 2 * (count - i), position: 1 + (i % 50) }
  })
}
