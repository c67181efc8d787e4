import { afterEach, describe, expect, it } from 'vitest'
import type { PageFacts } from '../src/audit/audit.ts'
import { catalogue } from '../src/audit/catalogue.ts'
import { crawled } from './support/crawled.ts'
import { type Served, startWeb, type Web } from './support/crawling.ts'
import { host } from './support/planted-site/page.ts'
import { comparedWithPlanted, plantedFaults, plantedSite } from './support/planted-site/site.ts'

let web: Web | undefined
afterEach(() => web?.stop())

describe('the audit of a site of sixty pages', () => {
  it('finds 98 % of the planted faults, and at most 2 % of its findings are something else', async () => {
    web = await startWeb(plantedSite())
    const { found } = await crawled(web, host)
    const { precision, recall, missed, wrong } = comparedWithPlanted(found)
    expect(precision, `not planted: ${wrong.join(', ')}`).toBeGreaterThanOrEqual(0.98)
    expect(recall, `not found: ${missed.join(', ')}`).toBeGreaterThanOrEqual(0.98)
  })
})

const unavailable: Served = (response) => response.writeHead(503).end()
const hiddenHome = '<title>Home</title><meta name="robots" content="noindex">'

/** Faults that would hide or contradict those of the large site have sites of their own. */
const small: [site: string, pages: Record<string, Served>, codes: string[], scheme?: string][] = [
  [
    'that is hidden, open over http, without robots.txt and sitemap',
    { '/': hiddenHome },
    ['NOINDEX_SITEWIDE', 'HTTP_NOT_REDIRECTED_TO_HTTPS', 'ROBOTS_TXT_MISSING', 'SITEMAP_MISSING'],
  ],
  [
    'whose robots.txt fails, so that nothing may be read',
    { '/robots.txt': unavailable },
    ['ROBOTS_TXT_ERROR', 'HOME_UNREACHABLE'],
  ],
  [
    'that begins over http',
    { '/': '<form action="/send"></form><a href="/one">One</a>', '/one': '' },
    ['PAGE_HTTP', 'FORM_ON_HTTP', 'INLINK_SINGLE'],
    'http',
  ],
]
/** Found with a server that has a certificate, in certificate.test.ts. */
const certificates = ['TLS_CERT_EXPIRING', 'TLS_CERT_RENEWAL']

describe('the audit of a small site', () => {
  it.each(small)('%s', async (_site, pages, codes, scheme = 'https') => {
    web = await startWeb({ [host]: pages })
    const { found } = await crawled(web, host, { hasTls: true, start: `${scheme}://${host}/` })
    expect([...found.keys()]).toEqual(expect.arrayContaining(codes))
  })
})

it('every issue of the catalogue is on one of these sites', () => {
  const planted = plantedFaults().map((each) => each.split(' ')[0])
  const apart = small.flatMap(([, , codes]) => codes)
  expect([...new Set([...planted, ...apart, ...certificates])].sort()).toEqual([...catalogue.keys()].sort())
})

describe('a site that answers over http and https, with and without www', () => {
  const names = Array.from({ length: 40 }, (_, i) => `/p${i}`)
  const body = (path: string) => `<h1>${path}</h1><p>${Array.from({ length: 120 }, (_, i) => `${path}w${i}`).join(' ')}`
  const links = names.map(
    (to, i) => `<a href="${['http://', 'https://www.', 'http://www.'][i % 3]}${host}${to}">${to}</a>`,
  )
  const pages: Record<string, Served> = {
    '/': `<html lang=en><title>Home</title>${body('/')}${links.join('')}<a href="/p0">p0</a>`,
    ...Object.fromEntries(
      names.map((to, i) => [
        to,
        `<html lang=en><title>Page ${to}</title><link rel=canonical href="http://${host}${to}">${body(to)}
        <a href="http://www.${host}/">Home</a><a href="http://${host}/p${(i + 1) % 40}">Next</a>`,
      ]),
    ),
    '/old': (response) => response.writeHead(301, { location: `http://${host}/p1` }).end(),
    '/own': (response) => response.writeHead(301, { location: `http://www.${host}/own` }).end(),
    '/robots.txt': `Sitemap: http://${host}/sitemap.xml`,
    '/sitemap.xml': `<urlset>${['', ...names.map((to) => to.slice(1)), 'old'].map((to) => `<url><loc>http://${host}/${to}</loc></url>`).join('')}</urlset>`,
  }
  const codes = ['CONTENT_DUPLICATE_EXACT', 'TITLE_DUPLICATE', 'PAGE_HTTP', 'PAGE_ORPHAN', 'REDIRECT_LOOP']

  it('is read once: each page at the home page’s address, also when the crawl goes on', async () => {
    web = await startWeb({ [host]: pages, [`www.${host}`]: pages })
    const first: PageFacts[] = []
    const save = async (page: PageFacts) => void first.push(page)
    const { site, found, known } = await crawled(web, host, { hasTls: true, save, saved: () => first })
    const urls = ['/', '/old', ...names].map((path) => `https://${host}${path}`).sort()
    expect([...site.pages.keys()], 'once').toEqual(urls)
    expect([known, site.listed.size]).toEqual([42, 42])
    expect(codes.filter((code) => found.has(code))).toEqual([])
    expect(['HTTP_NOT_REDIRECTED_TO_HTTPS', 'WWW_NOT_UNIFIED'].map((code) => found.get(code)?.length)).toEqual([1, 1])
    expect(found.get('LINK_HTTP_ON_HTTPS')?.length).toBe(41)
    const again = await crawled(web, host, { before: first.slice(0, 12), isContinued: true })
    expect([...again.site.pages.keys()]).toEqual(urls)
  })
})
