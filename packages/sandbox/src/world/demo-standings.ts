import { dayMs } from '@rts/shared/clock'
import { type DemoPhrase, demoHosts, demoPhrases, demoSite, topicPath } from './demo.ts'
import { unit } from './seed.ts'

/** A site on a results page; places count from 1. */
export type DemoStanding = { host: string; url: string; place: number }

const byPhrase = new Map(demoPhrases.map((each) => [each.phrase, each]))

/** Where the demo's sites stand on the results page of a phrase on a day, best first; nowhere for a phrase of others. */
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
  // No two of them have one place: the later moves down.
  for (const standing of wanted) last = standing.place = Math.max(standing.place, last + 1)
  return wanted
}

/** The addresses of a results page with the demo's sites at their places, and at no other. */
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

/** A usual place in the first forty, a drift of months around it, and some noise by day that grows with the place. */
function wantedPlace(host: string, phrase: string, day: number): number {
  const usual = 1 + (host === demoSite ? 34 : 24) * unit(host, phrase, 'usual') ** 1.5
  const period = 240 + 160 * unit(host, phrase, 'period')
  const drift = Math.sin(2 * Math.PI * (day / period + unit(host, phrase, 'phase')))
  const noise = unit(host, phrase, day) - 0.5
  return Math.max(1, Math.round(usual + (1 + usual * 0.4) * drift + noise * Math.min(3, usual / 3)))
}
