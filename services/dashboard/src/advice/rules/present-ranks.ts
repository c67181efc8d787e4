import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import { isWithinDays } from './words.ts'

/** A rank that a check of these days found; weekly checks are seven days apart. */
export type PresentRank = OverviewRow & { position: number; checkedAt: string }

const lastsDays = 10

/** The ranks that hold today, by keyword: without those of frozen keywords and of old checks. */
export function presentRanks(ranks: readonly OverviewRow[], now: Date): Map<string, PresentRank> {
  const present = ranks.flatMap((rank): [string, PresentRank][] => {
    const { id, position, checkedAt, frozen } = rank
    if (frozen || position === null || checkedAt === null || !isWithinDays(checkedAt, lastsDays, now)) return []
    return [[id, { ...rank, position, checkedAt }]]
  })
  return new Map(present)
}

export function isTop10(position: number): boolean {
  return position >= 1 && position <= 10
}
