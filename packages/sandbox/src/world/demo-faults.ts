import type { PageParts } from './demo-page.ts'

type Spoil = (parts: PageParts) => Partial<PageParts>

/** How pages of the demo site are spoilt, by path. */
export const spoils: Readonly<Record<string, Spoil>> = {
  '/pour-over-coffee': ({ text }) => ({ text: `${text}<img src="/photo.png" width="320" height="200">` }),
  '/single-origin-beans': () => ({ title: 'Beans that we roast ourselves, and why | Demo Coffee' }),
  '/decaf-coffee': () => ({ title: 'Beans that we roast ourselves, and why | Demo Coffee' }),
  '/moka-pot': () => ({ description: '' }),
  '/milk-frother': ({ head = '' }) => ({
    data: { '@type': 'Product', name: 'Milk frother', image: 'https://demo.sandbox.example/photo.png' },
    head: `${head}<script defer src="http://cdn.sandbox.example/zoom.js"></script>`,
  }),
  '/travel-mug': ({ text }) => ({ text: `${text}<h4>Lids</h4><p>Every lid fits every mug.</p>` }),
  '/about': ({ text }) => ({
    text: `${text}<p><a href="/gift-cards">Give a gift card</a>, or <a href="https://press.sandbox.example/lost">what a paper wrote</a>.</p>`,
  }),
  '/delivery': ({ text }) => ({
    text: `${text.slice(0, 600)}…</p><p><a href="/old-mugs">Mugs</a> travel apart; you see <a href="/thank-you">our thanks</a> first.</p>`,
  }),
  '/thank-you': ({ head = '' }) => ({ head: `${head}<meta name="robots" content="noindex">` }),
}

/** The issues planted in the demo site, by code, and their paths: an audit finds exactly these. */
export const demoFaults: Readonly<Record<string, readonly string[]>> = {
  HTTP_4XX: ['/gift-cards'],
  LINK_BROKEN_INTERNAL: ['/about'],
  MIXED_CONTENT_ACTIVE: ['/milk-frother'],
  TITLE_DUPLICATE: ['/decaf-coffee', '/single-origin-beans'],
  CONTENT_THIN: ['/delivery'],
  DESC_MISSING: ['/moka-pot'],
  IMG_ALT_MISSING: ['/pour-over-coffee'],
  LINK_BROKEN_EXTERNAL: ['/about'],
  PAGE_ORPHAN: ['/spring-guide'],
  SD_REQUIRED_MISSING: ['/milk-frother'],
  HEADING_SKIP: ['/travel-mug'],
  LINK_EXTERNAL_FOLLOWED: ['/about'],
  LINK_TO_REDIRECT: ['/delivery'],
  NOINDEX: ['/thank-you'],
  REDIRECT_TEMPORARY: ['/old-mugs'],
}
