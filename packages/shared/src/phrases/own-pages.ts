import type { Device } from '../contract/locale.ts'

export const ownPages = 'own_pages'

/** A tracked keyword of a site and its rank: 0 where not found, null where not checked. */
export type TrackedKeyword = {
  id: string
  key: string
  phrase: string
  country: string
  language: string
  device: Device
  location: string | null
  position: number | null
  url: string | null
  checkedAt: string | null
  /** Whether its page has an AI Overview; null where it is unknown. */
  aiOverview?: boolean | null
  sandbox: boolean
  row: number
}
export type Competitor = { id: string; domain: string }
/** A competitor with its ranks in a column: an object for each rank is ten times the memory of a site's keywords. */
export type Rival = Competitor & { positions: readonly (number | null)[] }
/** The address with which a competitor ranks for a keyword; null where it has none. */
export type RivalUrlOf = (competitorId: string, keywordId: string) => string | null
export type Comparison = { competitors: readonly Rival[]; keywords: readonly TrackedKeyword[] }
export type SeenPage = { urls: readonly string[]; questions: readonly string[]; fetchedAt: string | null }
export type EarlierRank = { position: number; url: string | null; checkedAt: string }
export type Place = { country: string; language: string }

/** One keyword for each phrase: where the site is first, then on a desktop without a city, then tracked first. */
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
