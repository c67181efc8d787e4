import { dataForSeoLocale, writtenPhrase } from '@rts/outside/dataforseo/request'
import type { SerpQuery } from './serp.ts'

/** The most organic results that DataForSEO reads. */
const maxDepth = 200

/** The query with its depth cut to DataForSEO's maximum. */
export function withinMaxDepth(query: SerpQuery): SerpQuery {
  return { ...query, depth: Math.min(query.depth, maxDepth) }
}

/** The task for a query; null for a country without a location code. No option of it ends the search early. */
export function taskOf(query: SerpQuery, tag?: string): Record<string, unknown> | null {
  const locale = dataForSeoLocale(query.country, query.language)
  if (locale === null) return null
  const { phrase, device, depth } = query
  return { keyword: writtenPhrase(phrase), ...locale, device, depth, ...(tag === undefined ? {} : { tag }) }
}

/** DataForSEO's price: the first ten results in full, each further ten at three quarters. */
export function dataForSeoPrice(query: SerpQuery, firstPageUsd: number): number {
  const pages = Math.ceil(withinMaxDepth(query).depth / 10)
  return firstPageUsd * (1 + 0.75 * (pages - 1))
}
