import { dayMs } from '@rts/shared/clock'
import { demoPhrases, demoRivals, demoSite, topicPath } from './demo.ts'
import { demoStandings } from './demo-standings.ts'

type Ranks = { domain: string; url: string; positions: number[] }
/** The demo site's past as a rank tracker would have recorded it; positions are one a day from `from` on, 0 for not found. */
export type DemoPast = {
  name: string
  domain: string
  country: string
  language: string
  competitors: readonly string[]
  from: string
  keywords: { keyword: string; ranks: Ranks[] }[]
}

/** The places of the demo site and its rivals on the `days` days before `day`: those that the results pages of these days show. */
export function demoPast(day: string, days: number): DemoPast {
  const dates = Array.from({ length: days }, (_, i) => dateOf(Date.parse(day) + (i - days) * dayMs))
  const keywords = demoPhrases.filter(({ isTracked }) => isTracked)
  return {
    name: 'Demo',
    domain: demoSite,
    country: 'us',
    language: 'en',
    competitors: demoRivals,
    from: dates[0] ?? day,
    keywords: keywords.map(({ phrase, topic }) => ({ keyword: phrase, ranks: ranksOf(phrase, topic, dates) })),
  }
}

function ranksOf(phrase: string, topic: string, dates: readonly string[]): Ranks[] {
  const pages = dates.map((date) => new Map(demoStandings(phrase, date).map(({ host, place }) => [host, place])))
  return [demoSite, ...demoRivals].map((domain) => ({
    domain,
    url: `https://${domain}${topicPath(topic)}`,
    positions: pages.map((page) => page.get(domain) ?? 0),
  }))
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
