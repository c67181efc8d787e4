import type { OutputOf } from '../../api/call.ts'

export type Rank = OutputOf<'overview.get'>['keywords'][number]

/** Where keywords stand; each is a filter of the table. A keyword may stand in several. */
export const standings = {
  top3: { name: 'Top 3', has: ({ position }: Rank) => position !== null && position > 0 && position <= 3 },
  top10: { name: 'Top 10', has: ({ position }: Rank) => position !== null && position > 0 && position <= 10 },
  up: { name: 'Up', has: ({ change }: Rank) => change !== null && change > 0 },
  down: { name: 'Down', has: ({ change }: Rank) => change !== null && change < 0 },
  notFound: { name: 'Not found', has: ({ position }: Rank) => position === 0 },
  failed: { name: 'Failed', has: ({ lastCheck }: Rank) => lastCheck?.status === 'failed' },
  waiting: { name: 'Waiting', has: ({ position }: Rank) => position === null },
} as const

export type Standing = keyof typeof standings

/** Found before not found, not found before never looked. */
export function rankOrder({ position }: Rank): number {
  if (position === null) return 1e6
  return position === 0 ? 1e5 : position
}
