import { pageOf } from '../../page/testing/pages.ts'
import { factsOf, factsOfOther, redirectTarget } from '../facts.ts'
import type { Finding, Follower } from '../rules/rule.ts'
import type { PageFacts, Site } from '../rules/site.ts'

export const origin = 'https://shop.example'

export type Place =
  | string
  | number
  | { to: string; status?: number }
  | { html: string; headers?: Record<string, string> }
  | null

type Pages = ReadonlyMap<string, PageFacts>
export type TestSite = Omit<Site, 'pages'> & { pages: Pages }

/** A crawled site with these places and no other fault. */
export function siteOf(places: Record<string, Place>, more: Partial<TestSite> = {}): TestSite {
  const given = Object.entries(places).map(([path, place]) => {
    const url = path.startsWith('/') ? `${origin}${path}` : path
    return [url, factsAt(url, place)] as const
  })
  const pages: Pages = more.pages ?? new Map(given)
  const home = more.home ?? `${origin}/`
  const clicks = clicksFrom(home, pages)
  return {
    host: 'shop.example',
    home,
    pages,
    facts: () => pages.values(),
    clicksTo: (url) => clicks.get(url) ?? Number.POSITIVE_INFINITY,
    blocked: new Set(),
    robots: { url: `${origin}/robots.txt`, status: 200, badLines: [] },
    sitemaps: [{ url: `${origin}/sitemap.xml`, status: 200, kind: 'pages', isCut: false }],
    listed: new Set(),
    images: new Map(),
    outside: new Map(),
    guards: [],
    probes: { missing: 404, isOpenHttp: false, isTwofold: false, certificate: null },
    ...more,
  }
}

export function foundBy(rule: Follower, { pages }: TestSite): Finding[] {
  for (const page of pages.values()) rule.see(page)
  return [...rule.findings()]
}

type Linking = Pick<PageFacts, 'redirectTo' | 'links'>

/** Clicks by definition: repeats until no path gets shorter. */
export function clicksFrom(home: string, pages: ReadonlyMap<string, Linking>): Map<string, number> {
  const clicks = new Map([[home, 0]])
  for (let isShorter = true; isShorter; ) {
    isShorter = false
    for (const [url, own] of [...clicks])
      for (const [to, away] of stepsFrom(pages.get(url))) {
        if (own + away >= (clicks.get(to) ?? Number.POSITIVE_INFINITY)) continue
        clicks.set(to, own + away)
        isShorter = true
      }
  }
  return clicks
}

/** Redirects are no click. */
function stepsFrom(page: Linking | undefined): [to: string, clicks: number][] {
  return page?.redirectTo ? [[page.redirectTo, 0]] : (page?.links ?? []).map((to) => [to, 1])
}

function factsAt(url: string, place: Place): PageFacts {
  if (place === null) return factsOfOther({ url, status: null, failure: 'timeout' })
  if (typeof place === 'number') return factsOfOther({ url, status: place })
  if (typeof place === 'object' && 'to' in place) {
    const status = place.status ?? 301
    return factsOfOther({ url, status, redirectTo: redirectTarget({ url, status, headers: { location: place.to } }) })
  }
  const { html, headers = {} } = typeof place === 'string' ? { html: place } : place
  return factsOf(pageOf(html, { url, headers }), 'shop.example')
}
