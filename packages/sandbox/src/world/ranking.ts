import { dayMs } from '@rts/shared/clock'
import { candidateUrls } from './candidates.ts'
import { withDemoSites } from './demo-standings.ts'
import type { Query } from './query.ts'
import { hash, unit } from './seed.ts'

const smallestRanking = 100
const extraSlots = 20
const substitutes = 24

/** About 20 places whose usual result is sometimes replaced for two days. */
function holders(urls: string[], slots: number, seed: number, day: number): string[] {
  const held = urls.slice(0, slots)
  const stride = Math.floor(slots / substitutes)
  for (let n = 0; n < substitutes; n++) {
    const period = Math.floor((day + (hash(seed, n) % 2)) / 2)
    const substitute = urls[slots + n]
    if (substitute !== undefined && unit(seed, 'swap', n, period) < 0.15) held[n * stride] = substitute
  }
  return held
}

/** From its slot: a slow wave, daily noise, device and engine. */
function offset(query: Query, url: string, slot: number, seed: number, day: number): number {
  const period = 30 + unit(seed, url, 'period') * 30
  const wave = 3.5 * Math.sin((2 * Math.PI * day) / period + unit(seed, url, 'phase') * 2 * Math.PI)
  const noise = unit(seed, url, day) * 2.4 - 1.2
  const view = unit(url, query.device, query.engine, ...(query.place === undefined ? [] : [query.place])) * 3 - 1.5
  // The first places are steadier, as on a real page.
  return (wave + noise + view) * Math.min(1, 0.4 + slot / 15)
}

/** On a day (`YYYY-MM-DD`), best first: 100 to 120, no repetition. */
export function ranking(query: Query, day: string): string[] {
  const seed = hash(query.phrase, query.country, query.language)
  const dayNumber = Math.floor(Date.parse(day) / dayMs)
  const slots = smallestRanking + (hash(seed, 'size') % extraSlots)
  const urls = holders(candidateUrls(query, slots + substitutes), slots, seed, dayNumber)
    .map((url, slot) => ({ url, place: slot + offset(query, url, slot, seed, dayNumber) }))
    .sort((a, b) => a.place - b.place)
    .map(({ url }) => url)
  return withDemoSites(query.phrase, urls, day)
}
