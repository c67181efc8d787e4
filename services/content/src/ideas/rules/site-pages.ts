import { wordsOf } from '@rts/shared/phrases/words'

/** `headings`: of sections. */
export type SitePage = { url: string; title: string; h1: string; headings: readonly string[] }
export type SitePages = {
  count: number
  at(url: string): SitePage | undefined
  /** The page with all these words in title and main heading, and the fewest others. */
  about(words: readonly string[]): SitePage | undefined
  sections(): Iterable<{ heading: string; urls: readonly string[] }>
}

export function sitePages(pages: readonly SitePage[]): SitePages {
  const byUrl = new Map(pages.map((page) => [page.url, page]))
  const byWord = new Map<string, Set<SitePage>>()
  const sizes = new Map<SitePage, number>()
  for (const page of byUrl.values()) {
    const words = wordsOf(`${page.title} ${page.h1}`)
    sizes.set(page, words.size)
    for (const word of words) byWord.set(word, (byWord.get(word) ?? new Set()).add(page))
  }
  const isCloser = (one: SitePage, other: SitePage) => {
    const a = sizes.get(one) ?? 0
    const b = sizes.get(other) ?? 0
    return a < b || (a === b && one.url < other.url)
  }
  return {
    count: byUrl.size,
    at: (url) => byUrl.get(url),
    sections: () => {
      const byHeading = new Map<string, { heading: string; urls: string[] }>()
      for (const { url, headings } of byUrl.values()) {
        for (const [text, heading] of new Map(headings.map((each) => [[...wordsOf(each)].join(' '), each]))) {
          const section = byHeading.get(text)
          if (section) section.urls.push(url)
          else byHeading.set(text, { heading, urls: [url] })
        }
      }
      return byHeading.values()
    },
    about: (words) => {
      // Rarest word first: the others are looked up only in its pages.
      const [rarest, ...others] = words.map((word) => byWord.get(word)).sort((a, b) => (a?.size ?? 0) - (b?.size ?? 0))
      let closest: SitePage | undefined
      for (const page of rarest ?? []) {
        if (others.every((held) => held?.has(page)) && (!closest || isCloser(page, closest))) closest = page
      }
      return closest
    },
  }
}
