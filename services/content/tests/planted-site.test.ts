import { afterEach, describe, expect, it } from 'vitest'
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
const small: [site: string, pages: Record<string, Served>, codes: string[]][] = [
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
]
/** Found with a server that has a certificate, in certificate.test.ts. */
const certificates = ['TLS_CERT_EXPIRING', 'TLS_CERT_RENEWAL']

describe('the audit of a small site', () => {
  it.each(small)('%s', async (_site, pages, codes) => {
    web = await startWeb({ [host]: pages })
    const { found } = await crawled(web, host, { hasTls: true })
    expect([...found.keys()]).toEqual(expect.arrayContaining(codes))
  })
})

it('every issue of the catalogue is on one of these sites', () => {
  const planted = plantedFaults().map((each) => each.split(' ')[0])
  const apart = small.flatMap(([, , codes]) => codes)
  expect([...new Set([...planted, ...apart, ...certificates])].sort()).toEqual([...catalogue.keys()].sort())
})
