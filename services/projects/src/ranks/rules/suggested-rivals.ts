import type { SuggestedRivalRow } from '@rts/shared/contract/rows/first-page'
import { isWithin } from '@rts/shared/hosts'

const firstPage = 10
const max = 10

/** The hosts most often among the first ten of these pages, without the `known` domains and `www.`. */
export function suggestRivals(pages: readonly (readonly string[])[], known: readonly string[]): SuggestedRivalRow[] {
  const found = new Map<string, { domain: string; pages: number; best: number; sum: number }>()
  for (const hosts of pages)
    for (const [domain, position] of firstPlaces(hosts)) {
      const before = found.get(domain) ?? { domain, pages: 0, best: position, sum: 0 }
      found.set(domain, {
        domain,
        pages: before.pages + 1,
        best: Math.min(before.best, position),
        sum: before.sum + position,
      })
    }
  return [...found.values()]
    .filter(({ domain }) => !known.some((each) => isWithin(domain, each)))
    .sort((one, other) => other.pages - one.pages || one.sum - other.sum || one.domain.localeCompare(other.domain))
    .slice(0, max)
    .map(({ sum: _, ...rival }) => rival)
}

function firstPlaces(hosts: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [i, host] of hosts.slice(0, firstPage).entries()) {
    const domain = host.replace(/^www\./, '')
    if (domain !== '' && !places.has(domain)) places.set(domain, i + 1)
  }
  return places
}
