import { minimaOf } from '../../page/page.ts'
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

/** Two texts with half of all their runs of three words in common: of each, one word in ten may differ. */
const nearFrom = 0.5
/** Minima that are equal together: 32 bands of 4 find 87 in 100 pairs at the threshold, 99 at 0.6. */
const rows = 4
/** Each page is compared with so many others of a band, so that a band that many texts share costs no more. */
const mostOfBand = 8

/** Pages whose texts differ in a few words only, each with an earlier one that it is like. */
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
    // A page that is like another needs no place of its own: what is like it is like the other.
    if (near) continue
    for (const key of keys) {
      const band = bands.get(key) ?? []
      if (band.length < mostOfBand) bands.set(key, [...band, { page, minima }])
    }
  }
  return found
}

/** Locality-sensitive hashing: texts that are alike are equal in one band at least. */
function bandsOf(minima: string): string[] {
  return Array.from(
    { length: minima.length / rows },
    (_, band) => String.fromCharCode(band) + minima.slice(band * rows, (band + 1) * rows),
  )
}

/** The share of runs that two texts have in common, as the share of their equal minima estimates it. */
export function similarity(minima: string, others: string): number {
  let equal = 0
  for (let i = 0; i < minima.length; i++) if (minima[i] === others[i]) equal++
  return equal / minima.length
}
