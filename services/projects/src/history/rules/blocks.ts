import type { BlockKind } from '@rts/shared/contract/rows/results-page'
import { hostOfUrl, isWithin } from '@rts/shared/hosts'

/** The blocks of a page beside its organic results, as far as its provider says. */
export type Blocks = {
  /** Whether the page has a block of the kind; a kind is missing where the provider does not say. */
  kinds: Partial<Record<BlockKind, boolean>>
  /** The addresses that its AI overview cites; null where they are unknown. */
  citations: readonly string[] | null
  /** The address of its featured snippet; null where it is unknown. */
  snippet: string | null
}

export const noBlocks: Blocks = { kinds: {}, citations: null, snippet: null }

/** A fact about a page and the site: true, false or unknown. */
export type BlockFact = BlockKind | 'ai_cited' | 'own_snippet'

/** The bit of each fact in history: none ever changes, and a new one takes the next. */
const places: Record<BlockFact, number> = {
  ad: 0,
  snippet: 1,
  ai_overview: 2,
  local: 3,
  video: 4,
  questions: 5,
  images: 6,
  news: 7,
  shopping: 8,
  knowledge: 9,
  recipes: 10,
  discussions: 11,
  ai_cited: 12,
  own_snippet: 13,
}
// safe because the keys of a record are its own names
export const blockFacts = Object.keys(places) as BlockFact[]
export const blockKinds = blockFacts.filter((fact) => fact !== 'ai_cited' && fact !== 'own_snippet')

/** The bits that say that a fact is known come after those that say that it is true. */
const knownFrom = 15

/** The bit of a fact in a number of `factsOf`, as a number: that it is true, or that it is known. */
export function bitOf(fact: BlockFact, of: 'true' | 'known'): number {
  return 1 << (places[fact] + (of === 'known' ? knownFrom : 0))
}

/** All known facts about a page and a site's domain as one number; null where nothing is known. */
export function factsOf({ kinds, citations, snippet }: Blocks, domain: string): number | null {
  const isOf = (url: string) => isWithin(hostOfUrl(url) ?? '', domain)
  const isCited = kinds.ai_overview && (citations?.some(isOf) ?? null)
  const isOwn = kinds.snippet && (snippet === null ? null : isOf(snippet))
  const facts: Partial<Record<BlockFact, boolean | null | undefined>> = {
    ...kinds,
    ai_cited: isCited,
    own_snippet: isOwn,
  }
  const bits = blockFacts.reduce((all, fact) => all | bitsOf(fact, facts[fact] ?? null), 0)
  return bits === 0 ? null : bits
}

function bitsOf(fact: BlockFact, value: boolean | null): number {
  if (value === null) return 0
  return bitOf(fact, 'known') | (value ? bitOf(fact, 'true') : 0)
}

/** Whether a fact is true, by a number of `factsOf`; null where it is unknown. */
export function readFact(facts: number | null, fact: BlockFact): boolean | null {
  if (facts === null || (facts & bitOf(fact, 'known')) === 0) return null
  return (facts & bitOf(fact, 'true')) !== 0
}

/** The kinds of blocks on the page, by a number of `factsOf`; null where nothing is known. */
export function kindsOf(facts: number | null): BlockKind[] | null {
  return facts === null ? null : blockKinds.filter((kind) => readFact(facts, kind) === true)
}
