import { type BlockKind, blockKinds } from '@rts/shared/contract/rows/results-page'
import { hostOfUrl, isWithin } from '@rts/shared/hosts'

/** What a page has beside its organic results, as far as its provider says. */
export type Blocks = {
  /** Whether the page has a block of the kind; a kind is missing where the provider does not say. */
  kinds: Partial<Record<BlockKind, boolean>>
  /** The addresses that its AI overview cites; null where they are unknown. */
  citations: readonly string[] | null
  /** The address of its featured snippet; null where it is unknown. */
  snippet: string | null
}

export const noBlocks: Blocks = { kinds: {}, citations: null, snippet: null }

/** Facts about a page and the site, each true, false or unknown: two bits in history, by their place here. */
export const blockFacts = [...blockKinds, 'ai_cited', 'own_snippet'] as const
export type BlockFact = (typeof blockFacts)[number]

/** The bits that say that a fact is known come after those that say that it is true. */
const knownFrom = 15

/** The bit of a fact in a number of `factsOf`, as a number: what is true, or what is known. */
export function bitOf(fact: BlockFact, of: 'true' | 'known'): number {
  return 1 << (blockFacts.indexOf(fact) + (of === 'known' ? knownFrom : 0))
}

/** What is known of a page and a site's domain as one number; null where nothing is. */
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
