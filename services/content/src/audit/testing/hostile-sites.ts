import { auditSite } from '../catalogue.ts'
import { origin, siteOf, type TestSite } from './sites.ts'

/** Texts similar enough to be compared, but no near-duplicates: half their words. */
const halfAlike = (seed: number) =>
  Array.from({ length: 400 }, (_, i) => (i % 8 < 4 ? `same${i}` : `own${seed}x${i}`)).join(' ')
const paths = (count: number) => Array.from({ length: count }, (_, i) => `/${i}`)
const canonical = (to: number) => `<link rel="canonical" href="/${to}">`

/** Sites whose pages refer to each other excessively. */
export const hostileSites: Record<string, (count: number) => TestSite['pages']> = {
  'redirects in a row': (count) =>
    siteOf(Object.fromEntries(paths(count).map((path, i) => [path, { to: `/${i + 1}` }]))).pages,
  'canonical addresses in a row': (count) =>
    siteOf(Object.fromEntries(paths(count).map((path, i) => [path, canonical(i + 1)]))).pages,
  'texts that are half alike': (count) =>
    siteOf(Object.fromEntries(paths(count / 3).map((path, i) => [path, halfAlike(i)]))).pages,
  'links to places of each other': (count) => {
    const [page] = siteOf({ '/': '<i id=a></i>'.repeat(500) }).pages.values()
    if (!page) throw new Error('a site has its page')
    const places = paths(100).map((path) => `${origin}${path}#lost`)
    return new Map(paths(count).map((path) => [origin + path, { ...page, url: origin + path, places }]))
  },
  'language versions that all name each other': (count) => {
    const [page] = siteOf({ '/': '<title>A</title>' }).pages.values()
    if (!page) throw new Error('a site has its page')
    const hreflangs = paths(100).map((path) => ({ lang: 'en', url: origin + path }))
    return new Map(paths(count).map((path) => [origin + path, { ...page, url: origin + path, hreflangs }]))
  },
}

export const hostileSite = (name: string, count: number): TestSite =>
  siteOf({}, { pages: hostileSites[name]?.(count) ?? new Map() })

export const audit = (site: TestSite): Promise<unknown> => auditSite(site)
