import type { OutputOf } from '../../api/call.ts'

/** A rank beside that of the earlier day that the page compares with. */
export type Rank = OutputOf<'movements.list'>['keywords'][number]

/** Where keywords stand; each is a filter of the table. A keyword may stand in several. */
export const standings = {
  top3: { name: 'Top 3', has: ({ position }: Rank) => position !== null && position > 0 && position <= 3 },
  top10: { name: 'Top 10', has: ({ position }: Rank) => position !== null && position > 0 && position <= 10 },
  up: { name: 'Up', has: (rank: Rank) => (gainOf(rank) ?? 0) > 0 },
  down: { name: 'Down', has: (rank: Rank) => (gainOf(rank) ?? 0) < 0 },
  notFound: { name: 'Not found', has: ({ position }: Rank) => position === 0 },
  failed: { name: 'Failed', has: ({ lastCheck }: Rank) => lastCheck?.status === 'failed' },
  waiting: { name: 'Waiting', has: ({ position }: Rank) => position === null },
} as const

export type Standing = keyof typeof standings

/** The visibility, where any keyword was ever looked for: a site that nobody checked has none, and not 0. */
export function scoreOf(score: number, keywords: readonly Pick<Rank, 'position'>[]): number | null {
  return keywords.some(({ position }) => position !== null) ? score : null
}

/** What is not found is at least this far down. */
const beyond = 101

/** Found before not found; nothing where nobody has looked. */
export function rankOrder({ position }: Pick<Rank, 'position'>): number | null {
  return position === 0 ? Number.MAX_SAFE_INTEGER : position
}

/** How far a rank moved, up is positive; one that was lost fell to below the hundredth place at least. */
export function gainOf({ position, previousPosition }: Pick<Rank, 'position' | 'previousPosition'>): number | null {
  if (position === null || previousPosition === null) return null
  return (previousPosition || beyond) - (position || beyond)
}

/** Whether another page of the site is found than on the earlier day. */
export function pageChanged({ url, previousUrl }: Pick<Rank, 'url' | 'previousUrl'>): boolean {
  return url !== null && previousUrl !== null && url !== previousUrl
}
