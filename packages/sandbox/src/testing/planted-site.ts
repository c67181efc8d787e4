/** A page as `PUT /control/sites/{host}` takes it. */
type Page = { status?: number; headers?: Record<string, string>; body: string }

const words =
  'leaf water cup steam harvest garden mountain market kettle aroma season grower basket morning shade copper'.split(
    ' ',
  )

/** Readable text that differs from page to page. */
function prose(topic: string, count: number): string {
  const at = (i: number) => words[(i * topic.length + i * i + topic.charCodeAt(i % topic.length)) % words.length]
  return Array.from({ length: count }, (_, i) => `${at(i)}${i % 12 === 11 ? `, as ${topic} has it.` : ''}`).join(' ')
}

type Parts = {
  path: string
  title: string
  topic: string
  head?: string
  body?: string
  canonical?: string
  data?: string
  count?: number
}

/** A page without a fault, but for those that its parts bring. */
function pageOf(
  host: string,
  links: readonly string[],
  { path, title, topic, head = '', body = '', data, count = 230 }: Parts,
): string {
  const url = `https://${host}${path}`
  const own = data ?? JSON.stringify({ '@context': 'https://schema.org', '@type': 'WebPage', name: topic, url })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${title && `<title>${title}</title>`}
<meta name="description" content="All there is to know of ${topic}, from where it grows to how it is served at home."><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="${url}"><meta property="og:title" content="${topic}"><meta property="og:type" content="article"><meta property="og:image" content="https://${host}/photo.png"><meta property="og:url" content="${url}"><meta name="twitter:card" content="summary">
<script type="application/ld+json">${own}</script>${head}</head>
<body><nav>${links.map((to) => `<a href="${to}">Our page ${to}</a>`).join('')}</nav><main><h1>The ${topic} page</h1><p>${prose(topic, count)}</p>${body}</main></body></html>`
}

/** A small site with one fault of each of these kinds, and nothing else wrong: its pages, and at which paths the audit should find what. */
export function plantedSite(host: string): { pages: Record<string, Page>; faults: Record<string, string[]> } {
  const linked = [
    '/',
    '/white-tea',
    '/no-title',
    '/two-headings',
    '/thin',
    '/no-alt',
    '/links',
    '/twin-a',
    '/twin-b',
    '/mixed',
    '/hidden',
    '/bad-data',
  ]
  const page = (path: string, topic: string, more: Partial<Parts> = {}): [string, Page] => {
    const title = more.title ?? `A guide to ${topic}, its kinds and its uses`
    return [path, { headers: safe, body: pageOf(host, linked, { path, topic, ...more, title }) }]
  }
  const pages = Object.fromEntries([
    page('/', 'green tea'),
    page('/white-tea', 'white tea'),
    page('/no-title', 'oolong tea', { title: '' }),
    page('/two-headings', 'black tea', { body: '<h1>Another heading</h1>' }),
    page('/thin', 'puerh tea', { count: 100 }),
    page('/no-alt', 'yellow tea', { body: '<img src="/photo.png" width="30" height="20">' }),
    page('/links', 'herbal tea', { body: '<a href="/gone">Our lost page</a><a href="/old">Our moved page</a>' }),
    page('/twin-a', 'mint tea', { title: 'Two pages with the same words for a title' }),
    page('/twin-b', 'sage tea', { title: 'Two pages with the same words for a title' }),
    page('/mixed', 'rooibos tea', { head: '<script defer src="http://cdn.example/a.js"></script>' }),
    page('/hidden', 'chamomile tea', { head: '<meta name="robots" content="noindex">' }),
    page('/bad-data', 'jasmine tea', { data: '{"@context":"https://schema.org","@type":"WebPage",}' }),
    page('/lost', 'matcha tea'),
    ['/old', { status: 302, headers: { location: '/white-tea' }, body: '' }],
    ['/photo.png', { headers: { 'content-type': 'image/png' }, body: 'a picture' }],
    [
      '/robots.txt',
      {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\nDisallow: /cart\nSitemap: https://${host}/sitemap.xml\n`,
      },
    ],
    ['/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: sitemapOf(host, [...linked, '/lost']) }],
  ] satisfies [string, Page][])
  return { pages, faults }
}

const safe = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
}

function sitemapOf(host: string, paths: readonly string[]): string {
  const urls = paths.filter((path) => path !== '/hidden').map((path) => `<url><loc>https://${host}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
}

const faults = {
  TITLE_MISSING: ['/no-title'],
  H1_MULTIPLE: ['/two-headings'],
  CONTENT_THIN: ['/thin'],
  IMG_ALT_MISSING: ['/no-alt'],
  HTTP_4XX: ['/gone'],
  LINK_BROKEN_INTERNAL: ['/links'],
  REDIRECT_TEMPORARY: ['/old'],
  LINK_TO_REDIRECT: ['/links'],
  TITLE_DUPLICATE: ['/twin-a', '/twin-b'],
  MIXED_CONTENT_ACTIVE: ['/mixed'],
  NOINDEX: ['/hidden'],
  SD_SYNTAX_ERROR: ['/bad-data'],
  PAGE_ORPHAN: ['/lost'],
}
