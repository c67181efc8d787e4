import { type Fault, head, main, social, tea } from './changes.ts'
import { indexing, languages, links } from './link-faults.ts'
import { host, linkTo, origin } from './page.ts'
import { prose } from './prose.ts'
import { pictures, texts, titles } from './text-faults.ts'

const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Tea' }

const delivery: Fault[] = [
  ['VIEWPORT_MISSING', tea(0), { viewport: null }],
  ['VIEWPORT_NO_SCALE', tea(1), { viewport: 'width=device-width, user-scalable=no' }],
  ['OG_INCOMPLETE', tea(2), social('og:image')],
  ['OG_URL_MISMATCH', tea(3), social('og:url', `${origin}/teas/`)],
  ['TWITTER_CARD_MISSING', tea(4), social('twitter:card')],
  ['MIXED_CONTENT_ACTIVE', tea(5), head('<script defer src="http://cdn.example/a.js"></script>')],
  ['MIXED_CONTENT_PASSIVE', tea(6), main('<video src="http://cdn.example/a.mp4"></video>')],
  ['FORM_INSECURE', tea(7), main(`<form action="http://${host}/send"></form>`)],
  ['SD_SYNTAX_ERROR', tea(8), { data: '{"@context":' }],
  ['SD_REQUIRED_MISSING', tea(9), { data: JSON.stringify(product) }],
  ['SD_NONE', tea(10), { data: null }],
  ['BLOCKING_RESOURCES', tea(17), head('<script src="/a.js"></script>'.repeat(7))],
  [
    'DOM_LARGE',
    '/guides/a2',
    (parts) => ({ main: '<i></i>'.repeat(1_500), text: `${parts.text} ${prose(9_007, 100)}` }),
  ],
  ['SLOW_TTFB', '/guides/', { delayMs: 1_200 }],
  ['SLOW_TTFB_SEVERE', '/guides/c1', { delayMs: 3_200 }],
  ['PAGE_LARGE', '/id/', { text: prose(9_008, 170_000) }],
  ['UNCOMPRESSED', '/de/', { text: prose(9_009, 3_500), isPacked: false }],
  ['HSTS_MISSING CSP_MISSING NOSNIFF_MISSING', '/', { headers: {} }],
  ['', '/returns', main(`<form action="${origin}/send"></form>`)],
  ['', '/about', main(linkTo('/files/prices.pdf'))],
  ['', '/imprint', main(linkTo('/private/staff'))],
]

export const pageFaults: readonly Fault[] = [
  ...titles,
  ...texts,
  ...pictures,
  ...links,
  ...indexing,
  ...languages,
  ...delivery,
]

/** Findings at addresses that are no page of the sixty. */
export const otherFaults: Readonly<Record<string, readonly string[]>> = {
  HTTP_4XX: ['/lost-journal'],
  HTTP_5XX: ['/broken'],
  HTTP_NO_RESPONSE: ['/hangup'],
  REDIRECT_TEMPORARY: ['/sale'],
  REDIRECT_CHAIN: ['/chain-1'],
  REDIRECT_LOOP: ['/loop'],
  REDIRECT_TO_ERROR: ['/moved'],
  REDIRECT_HTTPS_TO_HTTP: ['/insecure'],
  MEDIA_TYPE_WRONG: ['/files/prices.pdf'],
  BLOCKED_BY_ROBOTS: ['/private/staff'],
  SOFT_404_SITEWIDE: ['/'],
  WWW_NOT_UNIFIED: ['/'],
  ROBOTS_TXT_SYNTAX: ['/robots.txt'],
  SITEMAP_INVALID: ['/sitemap-lost.xml'],
  SITEMAP_TOO_LARGE: ['/sitemap-large.xml'],
  SITEMAP_NON_200: ['/broken'],
  SITEMAP_BLOCKED: ['/private/staff'],
  SITEMAP_REDIRECT: ['/sale'],
  SITEMAP_OTHER_HOST: ['/'],
}
