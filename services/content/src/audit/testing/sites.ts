import { pageOf } from '../../page/testing/pages.ts'
import { factsOf, factsOfOther, redirectTarget } from '../facts.ts'
import type { PageFacts, Site } from '../rules/site.ts'

export const origin = 'https://shop.example'

/** The answer at a path: HTML, a status, an address to redirect to, or none. */
export type Place =
  | string
  | number
  | { to: string; status?: number }
  | { html: string; headers?: Record<string, string> }
  | null

/** A crawled site with these places and nothing wrong besides. */
export function siteOf(places: Record<string, Place>, more: Partial<Site> = {}): Site {
  const pages = new Map(
    Object.entries(places).map(([path, place]) => {
      const url = path.startsWith('/') ? `${origin}${path}` : path
      return [url, factsAt(url, place)]
    }),
  )
  return {
    host: 'shop.example',
    home: `${origin}/`,
    pages,
    blocked: new Set(),
    robots: { url: `${origin}/robots.txt`, status: 200, badLines: [] },
    sitemaps: [{ url: `${origin}/sitemap.xml`, status: 200, kind: 'pages', isCut: false }],
    listed: new Set(),
    images: new Map(),
    outside: new Map(),
    headers: {},
    probes: { missing: 404, isOpenHttp: false, isTwofold: false, certificate: null },
    ...more,
  }
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
