import { locale } from '../../../texts/locale.ts'
import { whereText } from '../../kit/words/where.ts'
import type { Rank } from '../ranks/exports.ts'

type Filters = { tags?: readonly string[]; places?: readonly string[] }

/** The keywords with one of the tags, in one of the places; all where none is chosen. */
export function chosenOf(keywords: readonly Rank[], { tags = [], places = [] }: Filters): readonly Rank[] {
  if (tags.length + places.length === 0) return keywords
  const hasTag = (rank: Rank) => tags.length === 0 || rank.tags.some((tag) => tags.includes(tag))
  const isThere = (rank: Rank) => places.length === 0 || places.includes(whereText(rank))
  return keywords.filter((rank) => hasTag(rank) && isThere(rank))
}

export function byTag(keywords: readonly Rank[]): { tag: string; keywords: Rank[] }[] {
  const tagged = new Map<string, Rank[]>()
  for (const rank of keywords)
    for (const tag of rank.tags) {
      const others = tagged.get(tag)
      if (others) others.push(rank)
      else tagged.set(tag, [rank])
    }
  const rows = [...tagged].map(([tag, ranks]) => ({ tag, keywords: ranks }))
  return rows.sort((one, other) => one.tag.localeCompare(other.tag, locale))
}
