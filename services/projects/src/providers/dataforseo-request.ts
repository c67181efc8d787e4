import type { SerpConfig } from './config.ts'
import { dataForSeoLanguage } from './languages.ts'
import { countryLocationCode } from './locations.ts'
import type { SerpQuery } from './serp.ts'

/** DataForSEO reads this many organic results at most. */
const maxDepth = 200

/** The query cut to what DataForSEO can look at. */
export function withinMaxDepth(query: SerpQuery): SerpQuery {
  return { ...query, depth: Math.min(query.depth, maxDepth) }
}

/** The task that asks for a query; null for a country that has no location code. Nothing in it ends the look-up early. */
export function taskOf(query: SerpQuery, tag?: string): Record<string, unknown> | null {
  const location = countryLocationCode(query.country)
  if (location === null) return null
  return {
    keyword: written(query.phrase),
    location_code: location,
    language_code: dataForSeoLanguage(query.language),
    device: query.device,
    depth: query.depth,
    ...(tag === undefined ? {} : { tag }),
  }
}

/** DataForSEO decodes `%xx` in a keyword and takes `+` for a space (its reference, field `keyword`). */
function written(phrase: string): string {
  return phrase.replaceAll('%', '%25').replaceAll('+', '%2B')
}

/** HTTP Basic, as DataForSEO wants it. */
export function basicAuthorization(config: SerpConfig): Record<string, string> {
  const pair = `${config.DATAFORSEO_LOGIN ?? ''}:${config.DATAFORSEO_PASSWORD ?? ''}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** DataForSEO's price: the first ten results in full, each further ten at three quarters. */
export function dataForSeoPrice(query: SerpQuery, firstPageUsd: number): number {
  const pages = Math.ceil(withinMaxDepth(query).depth / 10)
  return firstPageUsd * (1 + 0.75 * (pages - 1))
}
