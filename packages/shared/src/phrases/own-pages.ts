import type { Device } from '../contract/locale.ts'

/** The name of what comes from the site's own stored results pages. */
export const ownPages = 'own_pages'

/** Of a site's tracked keywords: who is where on the pages that it was checked on. A rank is 0 where not found, null where not checked. */
export type TrackedKeyword = {
  id: string
  /** The identity of the phrase. */
  key: string
  phrase: string
  country: string
  language: string
  device: Device
  location: string | null
  position: number | null
  /** The page of the site that ranks; null where none does. */
  url: string | null
  checkedAt: string | null
  /** Whether its page has an AI Overview; null where it is unknown. */
  aiOverview?: boolean | null
  sandbox: boolean
  /** Its row in the columns of each rival. */
  row: number
}
export type Competitor = { id: string; domain: string }
/** A competitor with its ranks in a column: an object for each rank is ten times the memory of a site's keywords. */
export type Rival = Competitor & { positions: readonly (number | null)[] }
/** The address with which a competitor ranks for a keyword; null where it has none. */
export type RivalUrlOf = (competitorId: string, keywordId: string) => string | null
export type Comparison = { competitors: readonly Rival[]; keywords: readonly TrackedKeyword[] }
/** The results page of a tracked keyword. */
export type SeenPage = { urls: readonly string[]; questions: readonly string[]; fetchedAt: string | null }
/** The site's rank for a keyword at an earlier time; 0 where it was not found. */
export type EarlierRank = { position: number; url: string | null; checkedAt: string }
export type Place = { country: string; language: string }

/**
 * One keyword for each phrase: one of the place where the site is first, of these the one on a desktop without a city, and else the
 * one that was tracked first.
 */
export function byPhrase(
  keywords: readonly TrackedKeyword[],
  { country, language }: Place,
): Map<string, TrackedKeyword> {
  const chosen = new Map<string, TrackedKeyword>()
  const fit = (keyword: TrackedKeyword) =>
    (keyword.country === country && keyword.language === language ? 2 : 0) +
    (keyword.device === 'desktop' && keyword.location === null ? 1 : 0)
  for (const keyword of keywords) {
    const known = chosen.get(keyword.key)
    if (!known || fit(keyword) > fit(known)) chosen.set(keyword.key, keyword)
  }
  return chosen
}

/** Each competitor's rank for a keyword; null where not checked. */
export function rivalRanks(
  { competitors }: Comparison,
  { row }: TrackedKeyword,
): { domain: string; position: number | null }[] {
  return competitors.map(({ domain, positions }) => ({ domain, position: positions[row] ?? null }))
}

/** When the latest of these keywords was checked; null where none was. */
export function latestCheck(keywords: Iterable<Pick<TrackedKeyword, 'checkedAt'>>): string | null {
  let latest: string | null = null
  for (const { checkedAt } of keywords)
    if (checkedAt !== null && (latest === null || checkedAt > latest)) latest = checkedAt
  return latest
}

/** The note on the scope of an answer from own pages alone. */
export function ownPagesHint(keywords: number): string {
  if (keywords === 0) return 'Track keywords to fill this, or configure a keyword provider.'
  return `Covers your ${keywords} tracked keyword${keywords === 1 ? '' : 's'}; a keyword provider adds others.`
}
