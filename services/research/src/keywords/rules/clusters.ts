import { wordsOf } from '@rts/shared/phrases/words'

export type Clustered = {
  phrase: string
  volume: number | null
  /** The first known addresses of its results page. */
  urls: readonly string[]
}

const places = 10
const equalUrls = 4
const equalWords = 0.6

type Head = { phrase: string; urls: ReadonlySet<string>; words: ReadonlySet<string> }

/**
 * Phrases that one page can serve, each with the head of its cluster: the most searched phrase first, the next one joins the
 * first head with which it shares four of the ten first addresses (LowFruits' rule of 40 %), or, where either page is unknown,
 * six tenths of the words (Jaccard). To heads only, never to members, so that no chain joins what has nothing in common. The
 * order of the input changes nothing.
 */
export function clustersOf(items: readonly Clustered[]): Map<string, string> {
  const heads: Head[] = []
  const byUrl = new Map<string, number[]>()
  const byWord = new Map<string, number[]>()
  const headOf = new Map<string, string>()
  for (const { phrase, urls } of inOrder(items)) {
    const one: Head = { phrase, urls: new Set(urls.slice(0, places)), words: wordsOf(phrase) }
    const near = [...new Set([...found(byUrl, one.urls), ...found(byWord, one.words)])].sort((a, b) => a - b)
    const head = near.map((at) => heads[at]).find((each) => each !== undefined && isOne(one, each))
    headOf.set(phrase, head?.phrase ?? phrase)
    if (head) continue
    for (const [index, terms] of [
      [byUrl, one.urls],
      [byWord, one.words],
    ] as const)
      note(index, terms, heads.length)
    heads.push(one)
  }
  return headOf
}

function inOrder(items: readonly Clustered[]): Clustered[] {
  return [...items].sort((a, b) => (b.volume ?? -1) - (a.volume ?? -1) || (a.phrase < b.phrase ? -1 : 1))
}

function isOne(one: Head, head: Head): boolean {
  if (one.urls.size < equalUrls || head.urls.size < equalUrls) return overlap(one.words, head.words) >= equalWords
  return common(one.urls, head.urls) >= equalUrls
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = common(a, b)
  return both / (a.size + b.size - both || 1)
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const each of a) if (b.has(each)) both++
  return both
}

function found(index: ReadonlyMap<string, number[]>, terms: ReadonlySet<string>): number[] {
  return [...terms].flatMap((term) => index.get(term) ?? [])
}

function note(index: Map<string, number[]>, terms: ReadonlySet<string>, at: number): void {
  for (const term of terms) index.set(term, [...(index.get(term) ?? []), at])
}
