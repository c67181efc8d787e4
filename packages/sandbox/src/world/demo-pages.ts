import { demoHosts, demoSite, demoTopics, topicPath } from './demo.ts'
import { about, delivery, formNotes, guide, thanks, topicNotes } from './demo-texts.ts'
import type { SitePage } from './overrides.ts'

const menu = {
  '/': 'Our shop',
  ...Object.fromEntries(demoTopics.map((topic) => [topicPath(topic), topic])),
  '/about': 'About us',
  '/delivery': 'Delivery and returns',
}

/** By path, until others are set. The demo site's have `demoFaults`, its rivals' none. */
export function demoPages(host: string): Record<string, SitePage> {
  if (!demoHosts.includes(host)) return {}
  const isDemo = host === demoSite
  const shop = isDemo ? 'Demo Coffee' : host.replace('.example', '').replace('-', ' ')
  const parts = [
    homePage(shop),
    ...demoTopics.map((topic) => topicPage(shop, topic)),
    textPage(shop, '/about', 'About us', about(shop)),
    textPage(shop, '/delivery', 'Delivery and returns', delivery(shop)),
    ...(isDemo
      ? [
          textPage(shop, '/spring-guide', 'A guide to spring', guide(shop)),
          textPage(shop, '/thank-you', 'Thank you for your order', thanks(shop)),
        ]
      : []),
  ]
  const pages = parts.map((part) => {
    const spoilt = isDemo ? spoils[part.path]?.(part) : undefined
    return [part.path, pageOf(host, menu, { ...part, ...spoilt })] as const
  })
  return {
    ...Object.fromEntries(pages),
    ...siteFiles(host, parts),
    ...(isDemo ? { '/old-mugs': { status: 302, headers: { location: '/travel-mug' }, body: '' } } : {}),
  }
}

function homePage(shop: string): PageParts {
  const shelves = demoTopics.map((topic) => {
    const [first, second] = topicNotes[topic].split('. ')
    return `<h2><a href="${topicPath(topic)}">${topic}</a></h2><p>${first}. ${second}.</p>`
  })
  return {
    path: '/',
    title: `${shop}: beans, brewers and mugs for every kitchen`,
    description: `${shop} roasts in small batches and sells what a good cup at home needs: beans, brewers, frothers and mugs.`,
    heading: `What a good cup needs, from ${shop}`,
    text: `<p>${shop} roasts in small batches and sells what a good cup needs.</p>${shelves.join('')}`,
  }
}

function topicPage(shop: string, topic: (typeof demoTopics)[number]): PageParts {
  const sections = Object.entries(formNotes).map(
    ([form, noteOf]) => `<h2>${form.replace('{p}', topic)}</h2><p>${noteOf(topic, shop)}</p>`,
  )
  return {
    path: topicPath(topic),
    title: `${topic}: how we choose and use it | ${shop}`,
    description: `What we know of ${topic}, from choosing to everyday use, tried at home by the people of ${shop}.`,
    heading: topic,
    text: `<p>${topicNotes[topic]}</p>${sections.join('')}`,
  }
}

function textPage(shop: string, path: string, heading: string, text: string): PageParts {
  return {
    path,
    heading,
    text: `<p>${text}</p>`,
    title: `${heading}: what to know of ${shop}`,
    description: `${heading}: how ${shop} does it, who does it, and whom to ask if something is missing or unclear.`,
  }
}

function siteFiles(host: string, pages: readonly PageParts[]): Record<string, SitePage> {
  const listed = pages.filter(({ path }) => path !== '/thank-you')
  const urls = listed.map(({ path }) => `<url><loc>https://${host}${path}</loc></url>`).join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
  const robots = `User-agent: *\nDisallow: /cart\nSitemap: https://${host}/sitemap.xml\n`
  const file = (type: string, body: string) => ({ headers: { 'content-type': type }, body })
  return {
    '/robots.txt': file('text/plain', robots),
    '/sitemap.xml': file('application/xml', xml),
    '/photo.png': file('image/png', 'a picture'),
  }
}

type Spoil = (parts: PageParts) => Partial<PageParts>

const spoils: Readonly<Record<string, Spoil>> = {
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

/** Planted issues by code, with paths: an audit finds exactly these. */
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

export type PageParts = {
  path: string
  title: string
  description: string
  heading: string
  text: string
  /** JSON-LD; by default of the page's kind. */
  data?: Record<string, unknown>
  head?: string
}

const safe = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
}

function pageOf(host: string, menu: Readonly<Record<string, string>>, parts: PageParts): SitePage {
  const { path, title, description, heading, text, head = '' } = parts
  const url = `https://${host}${path}`
  const data = { '@context': 'https://schema.org', ...(parts.data ?? { '@type': 'WebPage', name: heading, url }) }
  const meta = (name: string, content: string) => content && `<meta name="${name}" content="${content}">`
  const preview = { title: heading, type: 'website', image: `https://${host}/photo.png`, url }
  const og = Object.entries(preview).map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
  const links = Object.entries(menu).map(([to, label]) => `<a href="${to}">${label}</a>`)
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${meta('description', description)}
${meta('viewport', 'width=device-width, initial-scale=1')}<link rel="canonical" href="${url}">${og.join('')}${meta('twitter:card', 'summary')}
<script type="application/ld+json">${JSON.stringify(data)}</script>${head}</head>
<body><nav>${links.join(' ')}</nav><main><h1>${heading}</h1>${text}</main></body></html>`
  return { headers: safe, body }
}
