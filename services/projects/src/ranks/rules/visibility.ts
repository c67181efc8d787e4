import { clickRate } from '@rts/shared/clicks'
import type { ComparedScore } from '@rts/shared/contract/rows/series'

/** Keywords of one phrase, country and language weigh as much together as one. */
type Weighed = { weighsWith: string }
/** The clicks of each phrase that was checked, which is the mean of its keywords, and how many there are. */
type Earned = { clicks: number; phrases: number }

/**
 * Visibility, 0 to 100 in hundredths: the clicks that the ranks earn, as a share of the clicks for first positions everywhere.
 * Every phrase weighs the same, however many devices, places and targets it is tracked for. A keyword that was not found (0) earns
 * nothing; one that was never checked (null) does not count.
 */
export function visibilityScore(ranks: readonly (Weighed & { position: number | null })[]): number {
  return visibilityOf(
    earnedBy(ranks.flatMap(({ weighsWith, position }) => (position === null ? [] : [{ weighsWith, position }]))),
  )
}

export function visibilityOf({ clicks, phrases }: Earned): number {
  return phrases === 0 ? 0 : Math.round((10_000 * clicks) / (phrases * clickRate(1))) / 100
}

function earnedBy(ranks: readonly (Weighed & { position: number })[]): Earned {
  const sums = new Map<string, [clicks: number, keywords: number]>()
  for (const { weighsWith, position } of ranks) {
    const [clicks, keywords] = sums.get(weighsWith) ?? [0, 0]
    sums.set(weighsWith, [clicks + clickRate(position), keywords + 1])
  }
  return {
    clicks: [...sums.values()].reduce((sum, [clicks, keywords]) => sum + clicks / keywords, 0),
    phrases: sums.size,
  }
}

/** Visibility at two times, of the keywords whose positions are known at both; so many are known `now`. */
export function comparedScore(
  known: readonly (Weighed & { now: number; before: number })[],
  now: number,
): ComparedScore {
  const { clicks, phrases } = earnedBy(known.map((each) => ({ ...each, position: each.now })))
  const { clicks: clicksBefore } = earnedBy(known.map((each) => ({ ...each, position: each.before })))
  return comparedOf({ clicks, clicksBefore, phrases, keywords: known.length, added: now - known.length })
}

type ComparedSums = Earned & { clicksBefore: number; keywords: number; added: number }

export function comparedOf({ clicks, clicksBefore, phrases, keywords, added }: ComparedSums): ComparedScore {
  const scoreOf = (earned: number) => (phrases === 0 ? null : visibilityOf({ clicks: earned, phrases }))
  return { score: scoreOf(clicks), before: scoreOf(clicksBefore), keywords, added }
}
