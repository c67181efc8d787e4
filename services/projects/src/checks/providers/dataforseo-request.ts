import { dataForSeoLocale, writtenPhrase } from '@rts/outside/dataforseo/request'
import type { Place } from '@rts/outside/locations'
import type { SerpQuery } from './serp.ts'

/** The most organic results that DataForSEO reads. */
const maxDepth = 200

/** The query with its depth cut to DataForSEO's maximum. */
export function withinMaxDepth(query: SerpQuery): SerpQuery {
  return { ...query, depth: Math.min(query.depth, maxDepth) }
}

/** The task for a query, and what DataForSEO puts right on its page; null for a country without a location code. No option of it ends the search early. */
export function taskOf(
  query: SerpQuery,
  resolve: readonly ('poisoned' | 'goto')[],
  tag?: string,
): Record<string, unknown> | null {
  const country = dataForSeoLocale(query.country, query.language)
  if (country === null) return null
  const { phrase, device, depth, location } = query
  const locale = location ? { ...cityOf(location), language_code: country.language_code } : country
  return {
    keyword: writtenPhrase(phrase),
    ...locale,
    device,
    depth,
    // Google is asked for this spelling.
    search_param: '&nfpr=1',
    ...(resolve.includes('poisoned') && { resolve_poisoned_results: true }),
    ...(resolve.includes('goto') && { resolve_goto_urls: true }),
    ...(tag !== undefined && { tag }),
  }
}

/** A city by its coordinates, which need no name of DataForSEO's list; the radius is that of its documents' example. */
function cityOf({ name, coordinates }: Place): Record<string, string> {
  if (coordinates === null) return { location_name: name.split(', ').join(',') }
  return { location_coordinate: `${coordinates.latitude},${coordinates.longitude},200` }
}

/** DataForSEO's price: the first ten results in full, each further ten at three quarters. */
export function dataForSeoPrice(query: SerpQuery, firstPageUsd: number): number {
  const pages = Math.ceil(withinMaxDepth(query).depth / 10)
  return firstPageUsd * (1 + 0.75 * (pages - 1))
}
