import { dayMs } from '@rts/shared/clock'
import { type DemoPhrase, demoHosts, demoPhrases, demoRivals, demoSite, topicPath } from './demo.ts'
import { unit } from './seed.ts'

/** Places count from 1. */
export type DemoStanding = { host: string; url: string; place: number }

const byPhrase = new Map(demoPhrases.map((each) => [each.phrase, each]))

/** Best first; empty for other phrases. */
export function demoStandings(phrase: string, day: string): DemoStanding[] {
  const known = byPhrase.get(phrase)
  if (known === undefined) return []
  const dayNumber = Math.floor(Date.parse(day) / dayMs)
  const wanted = demoHosts
    .filter((host) => isRanked(host, known))
    .map((host) => ({
      host,
      url: `https://${host}${topicPath(known.topic)}`,
      place: wantedPlace(host, phrase, dayNumber),
    }))
    .sort((a, b) => a.place - b.place)
  let last = 0
  // Two never share a place: the later moves down.
  for (const standing of wanted) last = standing.place = Math.max(standing.place, last + 1)
  return wanted
}

export function withDemoSites(phrase: string, urls: string[], day: string): string[] {
  if (!byPhrase.has(phrase)) return urls
  const placed = urls.filter((url) => !demoHosts.includes(new URL(url).hostname))
  for (const { url, place } of demoStandings(phrase, day)) placed.splice(place - 1, 0, url)
  return placed
}

function isRanked(host: string, { phrase, isTracked }: DemoPhrase): boolean {
  if (host === demoSite && !isTracked) return false
  return unit(host, phrase, 'ranked') > 0.15
}

/** A place in the first forty, a drift of months, and daily noise that grows with the place. */
function wantedPlace(host: string, phrase: string, day: number): number {
  const usual = 1 + (host === demoSite ? 34 : 24) * unit(host, phrase, 'usual') ** 1.5
  const period = 240 + 160 * unit(host, phrase, 'period')
  const drift = Math.sin(2 * Math.PI * (day / period + unit(host, phrase, 'phase')))
  const noise = unit(host, phrase, day) - 0.5
  return Math.max(1, Math.round(usual + (1 + usual * 0.4) * drift + noise * Math.min(3, usual / 3)))
}

type Ranks = { domain: string; url: string; positions: number[] }
/** As a rank tracker's export; one position a day from `from` on, 0 for not found. */
export type DemoPast = {
  name: string
  domain: string
  country: string
  language: string
  competitors: readonly string[]
  from: string
  keywords: { keyword: string; ranks: Ranks[] }[]
}

/** Places on the `days` days before `day`, as the results pages show them. */
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
