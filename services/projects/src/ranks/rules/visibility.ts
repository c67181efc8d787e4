import { clickRate } from '@rts/shared/clicks'
import type { ComparedScore } from '@rts/shared/contract/rows/series'

/** A rank that `keywords` keywords share: 0 is not found, null is never checked. */
export type Tally = { position: number | null; keywords: number }

/**
 * Visibility, 0 to 100 in hundredths: the clicks that the ranks earn, as a share of the clicks for first positions everywhere.
 * Every keyword weighs the same. One that was not found earns nothing; one that was never checked does not count.
 */
export function visibilityScore(tallies: readonly Tally[]): number {
  let keywords = 0
  let clicks = 0
  for (const tally of tallies) {
    if (tally.position === null) continue
    keywords += tally.keywords
    clicks += tally.keywords * clickRate(tally.position)
  }
  return visibilityOf(clicks, keywords)
}

/** The same of sums: the clicks that checked keywords earn. */
export function visibilityOf(clicks: number, keywords: number): number {
  return keywords === 0 ? 0 : Math.round((10_000 * clicks) / (keywords * clickRate(1))) / 100
}

/** Visibility at two times, of the keywords whose positions are known at both; so many are known `now`. */
export function comparedScore(known: readonly { now: number; before: number }[], now: number): ComparedScore {
  const sumOf = (positions: readonly number[]) => positions.reduce((sum, position) => sum + clickRate(position), 0)
  const clicks = sumOf(known.map((ranks) => ranks.now))
  const clicksBefore = sumOf(known.map((ranks) => ranks.before))
  return comparedOf({ clicks, clicksBefore, keywords: known.length, added: now - known.length })
}

type ComparedSums = { clicks: number; clicksBefore: number; keywords: number; added: number }

/** The same of sums. */
export function comparedOf({ clicks, clicksBefore, keywords, added }: ComparedSums): ComparedScore {
  const scoreOf = (earned: number) => (keywords === 0 ? null : visibilityOf(earned, keywords))
  return { score: scoreOf(clicks), before: scoreOf(clicksBefore), keywords, added }
}
