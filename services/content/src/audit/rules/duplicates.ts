import { minimaOf } from '../../page/page.ts'
import { createBands } from './bands.ts'
import { byAddress, type Finding, type Follower, shortened } from './rule.ts'
import { isIndexable, type PageFacts } from './site.ts'

/** Indexable pages of one language that share the text that `textOf` reads: a title, a description. Empty texts do not count. */
export function duplicates(textOf: (page: PageFacts) => string | null): Follower {
  return followGroups(textOf, ({ text, urls }) =>
    urls.map((url) => ({ url, detail: shortened(`${urls.length} pages: ${text}`) })),
  )
}

/** Pages of at least 20 words whose whole text is the same. */
export function twins(): Follower {
  const textOf = ({ textHash, words }: PageFacts) => (words >= 20 ? textHash : null)
  return followGroups(textOf, ({ urls }) =>
    urls.map((url) => ({ url, detail: `the same text as ${urls.find((other) => other !== url)}` })),
  )
}

/** As the first page writes it; the addresses are in order. */
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

/** Texts are near-duplicates if they share half of their three-word shingles: about one word in ten may differ. */
const nearFrom = 0.5

/** Pages whose text differs in a few words from an earlier page's, in the order of their addresses. */
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
        // A near-duplicate is not kept: pages that resemble it resemble its original too.
        if (!near) bands.add(at, minima)
      }
    },
  }
}

/** An estimate of the share of shingles that two texts have in common: the share of their equal minima (MinHash). */
export function similarity(minima: string, others: string): number {
  let equal = 0
  for (let i = 0; i < minima.length; i++) if (minima[i] === others[i]) equal++
  return equal / minima.length
}
