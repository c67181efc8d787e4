import { type Compared, defaultDays, type SiteSearch, siteSearch } from '../ranks/exports.ts'

/** How the keywords of a site are looked at: it is in the address, and is what a saved view keeps. */
export type KeywordSearch = SiteSearch & { tags?: string[]; places?: string[]; from?: string; until?: string }

const day = /^\d{4}-\d\d-\d\d$/

export function keywordSearch(search: Record<string, unknown>): KeywordSearch {
  const { tags, places, from, until } = search
  return {
    ...siteSearch(search),
    ...(isTexts(tags) && { tags }),
    ...(isTexts(places) && { places }),
    ...(isDay(from) && isDay(until) && from < until && { from, until }),
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string')
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && day.test(value)
}

export function comparedOf({ days = defaultDays, from, until }: KeywordSearch): Compared {
  return from !== undefined && until !== undefined ? { from, until } : { days }
}
