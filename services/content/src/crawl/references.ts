import type { PageFacts } from '../audit/audit.ts'
import { isSameSite } from '../page/page.ts'

const maxImages = 500
const maxOutside = 200
const maxOfAHost = 10

/** Collects referenced pictures and outside pages, requested at the crawl's end. */
export function createReferences({ site, limit, isAllowed }: Rules) {
  const max = Math.min(limit, maxImages)
  const shown = createFirst(max, isAllowed)
  const candidates = createFirst(max, isAllowed)
  const outside = new Map<string, Set<string>>()
  let outsideCount = 0

  function noteOutside(url: string): void {
    const host = URL.parse(url)?.host ?? ''
    const urls = outside.get(host) ?? new Set()
    if (urls.has(url) || urls.size >= maxOfAHost) return
    outside.set(host, urls.add(url))
    outsideCount++
  }

  return {
    note(page: PageFacts): void {
      for (const url of page.images) shown.add(url)
      for (const url of page.candidates) candidates.add(url)
      for (const url of outsideOf(page, site)) if (outsideCount < Math.min(limit, maxOutside)) noteOutside(url)
    },

    /** Pictures of the site, shown ones first. */
    images: (): string[] => [...shown.urls.union(candidates.urls)].slice(0, max),

    /** Outside pages by host: linked, canonical, language versions. */
    outside: (): string[][] => [...outside.values()].map((urls) => [...urls]),
  }
}

type Rules = { site: string; limit: number; isAllowed(url: string): boolean }

/** Bounds the cost of robots.txt rules. */
const comparedPerKept = 10

function createFirst(max: number, isAllowed: (url: string) => boolean) {
  const urls = new Set<string>()
  const compared = new Set<string>()
  return {
    urls: urls as ReadonlySet<string>,
    add: (url: string) => {
      if (urls.size >= max || compared.size >= max * comparedPerKept || compared.has(url)) return
      compared.add(url)
      if (isAllowed(url)) urls.add(url)
    },
  }
}

function outsideOf({ outside, canonical, hreflangs }: PageFacts, site: string): string[] {
  const named = [canonical, ...hreflangs.map(({ url }) => url)]
  return [...named.filter((url) => url !== null && !isSameSite(url, site)), ...outside].filter((url) => url !== null)
}
