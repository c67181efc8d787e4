import { ranks } from '../../../texts/ranks.ts'
import { search as t } from '../../../texts/search.ts'
import type { OutputOf } from '../../api/call.ts'
import { figure } from '../../kit/words/figure.ts'

/** A rank beside that of the earlier day that the page compares with. */
export type Rank = OutputOf<'movements.list'>['keywords'][number]

/** Groups of keywords by rank, movement or what their last results page has; each filters the table, and they overlap. */
export const rankGroups = {
  top3: { name: t.top3, has: ({ position }: Rank) => position !== null && position > 0 && position <= 3 },
  top10: { name: t.top10, has: ({ position }: Rank) => position !== null && position > 0 && position <= 10 },
  up: { name: t.up, has: (rank: Rank) => (gainOf(rank) ?? 0) > 0 },
  down: { name: t.down, has: (rank: Rank) => (gainOf(rank) ?? 0) < 0 },
  notFound: { name: t.notFound, has: ({ position }: Rank) => position === 0 },
  failed: { name: t.failed, has: ({ lastCheck }: Rank) => lastCheck?.status === 'failed' },
  waiting: { name: t.waiting, has: ({ position }: Rank) => position === null },
  // A page of which it is unknown is in none of these.
  snippet: { name: t.hasASnippet, has: ({ snippet }: Rank) => snippet === true },
  ai: { name: t.hasAnAiOverview, has: ({ aiOverview }: Rank) => aiOverview === true },
  cited: { name: t.aiCitesYou, has: ({ aiCited }: Rank) => aiCited === true },
} as const

export type RankGroup = keyof typeof rankGroups
/** Beside what compares one check with one. */
export const { singleChecks, ranksTremble } = t

/** The visibility; null if no keyword has been checked yet. */
export function scoreOf(score: number, keywords: readonly Pick<Rank, 'position'>[]): number | null {
  return keywords.some(({ position }) => position !== null) ? score : null
}

/** The visibility as a figure with its name. */
export function visibilityOf(score: number | null) {
  return { name: ranks.visibility, figure: figure(score, 1), hint: ranks.of100 }
}

/** A site that is not found ranks at least this far down. */
const beyond = 101

/** The sort value of a rank: found before not found; null if never checked. */
export function rankOrder({ position }: Pick<Rank, 'position'>): number | null {
  return position === 0 ? Number.MAX_SAFE_INTEGER : position
}

type Moved = Pick<Rank, 'position' | 'previousPosition' | 'comparable'>

/** How far a rank moved, up is positive; one that was lost fell to below the hundredth place at least. Null if it is unknown. */
export function gainOf({ position, previousPosition, comparable }: Moved): number | null {
  if (position === null || previousPosition === null || !comparable) return null
  return (previousPosition || beyond) - (position || beyond)
}

export function pageChanged({ url, previousUrl }: Pick<Rank, 'url' | 'previousUrl'>): boolean {
  return url !== null && previousUrl !== null && url !== previousUrl
}
