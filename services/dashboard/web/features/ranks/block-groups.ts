import { search as t } from '../../../texts/search.ts'
import type { Rank } from './rank-groups.ts'

type Known = Pick<Rank, 'snippet' | 'aiOverview' | 'aiCited'>

/** Groups of keywords by what their last results page has; each filters the table. A page of which it is unknown is in none. */
export const blockGroups = {
  snippet: { name: t.hasASnippet, has: ({ snippet }: Known) => snippet === true },
  ai: { name: t.hasAnAiOverview, has: ({ aiOverview }: Known) => aiOverview === true },
  cited: { name: t.aiOverviewCitesYou, has: ({ aiCited }: Known) => aiCited === true },
} as const

export type BlockGroup = keyof typeof blockGroups

// safe because the keys of an object are its own names
export const blockGroupNames = (Object.keys(blockGroups) as BlockGroup[]).map(
  (group) => [group, blockGroups[group].name] as const,
)
