import { type Finding, shortened } from './rule.ts'
import { isIndexable, type PageFacts, type Site } from './site.ts'

/** Indexable pages of one language that have the same text; an empty or missing one is no text. */
export function duplicates(site: Site, textOf: (page: PageFacts) => string | null): Finding[] {
  return groups(site, textOf).flatMap(([text, urls]) =>
    urls.map((url) => ({ url, detail: shortened(`${urls.length} pages: ${text}`) })),
  )
}

/** Pages with the very same words. */
export function twins(site: Site): Finding[] {
  return groups(site, ({ textHash, words }) => (words >= 20 ? textHash : null)).flatMap(([, urls]) =>
    urls.map((url) => ({ url, detail: `the same text as ${urls.find((other) => other !== url)}` })),
  )
}

function groups(site: Site, textOf: (page: PageFacts) => string | null): [text: string, urls: string[]][] {
  const byText = new Map<string, { text: string; urls: string[] }>()
  for (const page of site.pages.values()) {
    const text = isIndexable(page) ? textOf(page) : null
    if (text === null || text === '') continue
    const key = `${page.lang?.toLowerCase() ?? ''} ${text.toLowerCase()}`
    const group = byText.get(key) ?? { text, urls: [] }
    group.urls.push(page.url)
    byText.set(key, group)
  }
  return [...byText.values()].filter(({ urls }) => urls.length > 1).map(({ text, urls }) => [text, urls])
}

const nearBits = 3
const fewestWords = 100

/** Pages whose texts differ in a few words only. */
export function nearTwins(site: Site): Finding[] {
  const found: Finding[] = []
  const bands = new Map<number, PageFacts[]>()
  for (const page of site.pages.values()) {
    if (!isIndexable(page) || page.words < fewestWords) continue
    const keys = bandsOf(page.likeness)
    const near = keys.flatMap((key) => bands.get(key) ?? []).find((other) => isNear(page, other))
    // A page that is like another needs no place of its own: what is like it is like the other.
    if (near && near.textHash !== page.textHash) found.push({ url: page.url, detail: `almost the text of ${near.url}` })
    if (!near) for (const key of keys) bands.set(key, [...(bands.get(key) ?? []), page])
  }
  return found
}

/** Two texts with at most three different bits are equal in one of four quarters. */
function bandsOf([low, high]: readonly [number, number]): number[] {
  return [low & 0xffff, low >>> 16, high & 0xffff, high >>> 16].map((part, band) => band * 65_536 + part)
}

function isNear(a: PageFacts, b: PageFacts): boolean {
  return bits(a.likeness[0] ^ b.likeness[0]) + bits(a.likeness[1] ^ b.likeness[1]) <= nearBits
}

function bits(value: number): number {
  let count = 0
  for (let rest = value >>> 0; rest !== 0; rest &= rest - 1) count++
  return count
}
