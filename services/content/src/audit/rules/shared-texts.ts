import { minimaOf } from '../../page/page.ts'
import { createBands } from './bands.ts'
import { byAddress, type Finding, type Follower, shortened } from './rule.ts'
import { isIndexable, type PageFacts } from './site.ts'

/** Indexable pages of one language that share a text, such as a title; empty texts do not count. */
export function duplicates(textOf: (page: PageFacts) => string | null): Follower {
  return followGroups(textOf, ({ text, urls }) =>
    urls.map((url) => ({ url, detail: shortened(`${urls.length} pages: ${text}`) })),
  )
}

/** Pages of at least 20 words with identical text. */
export function twins(): Follower {
  const textOf = ({ textHash, words }: PageFacts) => (words >= 20 ? textHash : null)
  return followGroups(textOf, ({ urls }) =>
    urls.map((url) => ({ url, detail: `the same text as ${urls.find((other) => other !== url)}` })),
  )
}

/** The text as its first page writes it; addresses sorted. */
type Group = { text: string; urls: string[] }

function followGroups(textOf: (page: PageFacts) => string | null, findingsOf: (group: Group) => Finding[]): Follower {
  const groups = new Map<string, { text: string; url: string }[]>()
  return {
    see(page) {
      const text = isIndexable(page) ? textOf(page) : null
      if (text === null || text === '') return
      const key = `${page.lang?.toLowerCase() ?? ''} ${text.toLowerCase()}`
      const group = groups.get(key)
      if (group) group.push({ text, url: page.url })
      else groups.set(key, [{ text, url: page.url }])
    },
    findings() {
      const several = [...groups.values()].filter((pages) => pages.length > 1).map((pages) => pages.sort(byAddress))
      const first = (pages: readonly { text: string; url: string }[]) => pages[0] ?? { text: '', url: '' }
      return several
        .sort((a, b) => byAddress(first(a), first(b)))
        .flatMap((pages) => findingsOf({ text: first(pages).text, urls: pages.map(({ url }) => url) }))
    },
  }
}

/** Near-duplicates share half their three-word shingles: about one word in ten differs. */
const nearFrom = 0.5

export function nearTwins(): Follower {
  const pages: { url: string; textHash: string | null; minima: string }[] = []
  return {
    see(page) {
      if (!isIndexable(page) || page.sketch === null) return
      pages.push({ url: page.url, textHash: page.textHash, minima: minimaOf(page.sketch) })
    },
    *findings() {
      pages.sort(byAddress)
      const bands = createBands(pages.length)
      for (const [at, { url, textHash, minima }] of pages.entries()) {
        const near = bands
          .alike(minima)
          .map((other) => pages[other])
          .find((other) => other && similarity(minima, other.minima) >= nearFrom)
        if (near && near.textHash !== textHash) yield { url, detail: `almost the text of ${near.url}` }
        // Near-duplicates are not kept: whatever resembles them resembles the original.
        if (!near) bands.add(at, minima)
      }
    },
  }
}

/** Estimated share of common shingles: the share of equal minima (MinHash). */
export function similarity(minima: string, others: string): number {
  let equal = 0
  for (let i = 0; i < minima.length; i++) if (minima[i] === others[i]) equal++
  return equal / minima.length
}
