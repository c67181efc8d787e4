import { minimaOf } from '../../page/page.ts'
import { type Finding, shortened } from './rule.ts'
import { isIndexable, type PageFacts, type Site } from './site.ts'

/** Indexable pages of one language that share the text that `textOf` reads: a title, a description. Empty texts do not count. */
export function duplicates(site: Site, textOf: (page: PageFacts) => string | null): Finding[] {
  return groups(site, textOf).flatMap(([text, urls]) =>
    urls.map((url) => ({ url, detail: shortened(`${urls.length} pages: ${text}`) })),
  )
}

/** Pages of at least 20 words whose whole text is the same. */
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

/** Texts are near-duplicates if they share half of their three-word shingles: about one word in ten may differ. */
const nearFrom = 0.5
/** Minima in a band. 32 bands of 4 find 87 of 100 pairs at the threshold of 0.5, and 99 at 0.6. */
const rows = 4
/** A page is compared with at most so many others of a band, so that a band shared by many texts stays cheap. */
const mostOfBand = 8

/** Pages whose text differs in a few words from an earlier page's. */
export function nearTwins(site: Site): Finding[] {
  const found: Finding[] = []
  const bands = new Map<string, { page: PageFacts; minima: string }[]>()
  for (const page of site.pages.values()) {
    if (!isIndexable(page) || page.sketch === null) continue
    const minima = minimaOf(page.sketch)
    const keys = bandsOf(minima)
    const alike = new Set(keys.flatMap((key) => bands.get(key) ?? []))
    const near = [...alike].find((other) => similarity(minima, other.minima) >= nearFrom)
    if (near && near.page.textHash !== page.textHash)
      found.push({ url: page.url, detail: `almost the text of ${near.page.url}` })
    // A near-duplicate is not indexed: pages that resemble it resemble its original too.
    if (near) continue
    for (const key of keys) {
      const band = bands.get(key) ?? []
      if (band.length < mostOfBand) bands.set(key, [...band, { page, minima }])
    }
  }
  return found
}

/** Locality-sensitive hashing: similar texts are equal in at least one band. */
function bandsOf(minima: string): string[] {
  return Array.from(
    { length: minima.length / rows },
    (_, band) => String.fromCharCode(band) + minima.slice(band * rows, (band + 1) * rows),
  )
}

/** An estimate of the share of shingles that two texts have in common: the share of their equal minima (MinHash). */
export function similarity(minima: string, others: string): number {
  let equal = 0
  for (let i = 0; i < minima.length; i++) if (minima[i] === others[i]) equal++
  return equal / minima.length
}
