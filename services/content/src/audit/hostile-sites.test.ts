import { growthOf, linearGrowth } from '@rts/shared/testing/growth'
import { expect, it } from 'vitest'
import { auditSite } from './catalogue.ts'
import type { PageFacts } from './site.ts'
import { origin, siteOf } from './testing/sites.ts'

const paths = (count: number) => Array.from({ length: count }, (_, i) => `/${i}`)
const canonical = (to: number) => `<link rel="canonical" href="/${to}">`

/** Sites whose pages refer to each other more than pages do. */
const sites: Record<string, (count: number) => ReadonlyMap<string, PageFacts>> = {
  'redirects in a row': (count) =>
    siteOf(Object.fromEntries(paths(count).map((path, i) => [path, { to: `/${i + 1}` }]))).pages,
  'canonical addresses in a row': (count) =>
    siteOf(Object.fromEntries(paths(count).map((path, i) => [path, canonical(i + 1)]))).pages,
  'language versions that all name each other': (count) => {
    const [page] = siteOf({ '/': '<title>A</title>' }).pages.values()
    if (!page) throw new Error('a site has its page')
    const hreflangs = paths(100).map((path) => ({ lang: 'en', url: origin + path }))
    return new Map(paths(count).map((path) => [origin + path, { ...page, url: origin + path, hreflangs }]))
  },
}

it.each(Object.entries(sites))('%s: the cost grows with their number alone', async (_what, pagesOf) => {
  expect(await growthOf((count) => siteOf({}, { pages: pagesOf(count) }), auditSite, 3_000)).toBeLessThan(linearGrowth)
})
