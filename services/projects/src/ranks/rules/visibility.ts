import { clickRate } from '@rts/shared/clicks'

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
