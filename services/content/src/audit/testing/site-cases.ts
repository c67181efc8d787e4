import { origin, type Place, type TestSite } from './sites.ts'

export type GivenSite = [places: Record<string, Place>, more?: Partial<TestSite>]
const titled = (title: string) => `<title>${title}</title>`
const described = (text: string) => `<meta name="description" content="${text}">`
const canonical = (href: string) => `<link rel="canonical" href="${href}">`
const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">A</a>`).join('')
const alternates = (entries: Record<string, string>) =>
  Object.entries(entries)
    .map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${href}">`)
    .join('')
const noindex = '<meta name="robots" content="noindex">'
const urls = (...paths: string[]) => new Set(paths.map((path) => `${origin}${path}`))
const prose = (changed: string) =>
  `<p>${Array.from({ length: 200 }, (_, i) => `word${(i * 31) % 101}`).join(' ')} ${changed}`
const sitemap = { url: `${origin}/sitemap.xml`, status: 200, kind: 'pages', isCut: false } as const
const robots = { url: `${origin}/robots.txt`, status: 200, badLines: [] }
const probes = { missing: 404, isOpenHttp: false, isTwofold: false, certificate: null }
const certified = (days: number, daysLeft: number): GivenSite => [
  { '/': '' },
  { probes: { ...probes, certificate: { days, daysLeft } } },
]
const elsewhere = 'https://other.example/a'
const outside = (status: number, redirectTo: string | null = null): Partial<TestSite> => ({
  outside: new Map([[elsewhere, { status, redirectTo }]]),
})
const image = (status: number | null, bytes: number | null, mediaType = 'image/png'): Partial<TestSite> => ({
  images: new Map([[`${origin}/i.png`, { status, bytes, mediaType }]]),
})
const refused = (href: string) => `<a rel=nofollow href="${href}">A</a>`
const typed = (type: string): Place => ({ html: '', headers: { 'content-type': type } })
const pictured = { '/a': '<img src="/i.png">' }
const listed = (...paths: string[]): Partial<TestSite> => ({ listed: urls(...paths) })
const english = { en: `${origin}/en`, de: `${origin}/de` }

/** Per site issue: a site with it and its addresses, and a site without it. */
export const siteCases: Record<string, [has: GivenSite, at: string[], hasNot: GivenSite]> = {
  TITLE_DUPLICATE: [
    [
      {
        '/a': titled('Tea'),
        '/b': titled('tea'),
        '/c': titled('Tea') + noindex,
        '/d': titled('Tea') + canonical('/a'),
      },
    ],
    ['/a', '/b'],
    [
      {
        '/a': titled('Tea'),
        '/b': titled('Teas'),
        '/c': `<html lang=de>${titled('Tea')}`,
        '/d': titled(''),
        '/e': titled(''),
      },
    ],
  ],
  DESC_DUPLICATE: [
    [{ '/a': described('A'), '/b': described('A') }],
    ['/a', '/b'],
    [{ '/a': described('A'), '/b': '', '/c': '' }],
  ],
  H1_DUPLICATE: [
    [{ '/a': '<h1>A</h1>', '/b': '<h1>A</h1>' }],
    ['/a', '/b'],
    [{ '/a': '<h1>A</h1>', '/b': '<h2>A</h2>' }],
  ],
  CONTENT_DUPLICATE_EXACT: [
    [{ '/a': prose('x'), '/b': `<div>${prose('X')}` }],
    ['/a', '/b'],
    [{ '/a': prose('x'), '/b': prose('y'), '/c': 'few', '/d': 'few' }],
  ],
  CONTENT_DUPLICATE_NEAR: [
    [{ '/a': prose('x'), '/b': prose('y') }],
    ['/b'],
    [{ '/a': prose('x'), '/b': prose('x'), '/c': `<p>${'other words '.repeat(90)}` }],
  ],
  CANONICAL_TO_REDIRECT: [
    [
      { '/a': canonical('/b'), '/b': { to: '/c' }, '/c': '', '/d': canonical(elsewhere) },
      outside(200, 'https://other.example/b'),
    ],
    ['/a', '/d'],
    [{ '/a': canonical('/c'), '/c': '' }],
  ],
  CANONICAL_TO_ERROR: [
    [{ '/a': canonical('/b'), '/b': 404, '/c': canonical(elsewhere) }, outside(410)],
    ['/a', '/c'],
    [{ '/a': canonical('/b'), '/b': '', '/c': canonical(elsewhere) }, outside(500)],
  ],
  CANONICAL_TO_NOINDEX: [[{ '/a': canonical('/b'), '/b': noindex }], ['/a'], [{ '/a': canonical('/a') + noindex }]],
  CANONICAL_CHAIN: [
    [{ '/a': canonical('/b'), '/b': canonical('/c'), '/c': '' }],
    ['/a'],
    [{ '/a': canonical('/b'), '/b': canonical('/a') }],
  ],
  CANONICAL_LOOP: [
    [{ '/a': canonical('/b'), '/b': canonical('/a'), '/c': canonical('/a') }],
    ['/a', '/b'],
    [{ '/a': canonical('/b'), '/b': canonical('/b') }],
  ],
  NOINDEX_SITEWIDE: [
    [{ '/': noindex, '/a': '' }],
    ['/'],
    [{ '/': '', '/a': noindex, '/b': noindex, '/c': noindex, '/d': '' }],
  ],
  BLOCKED_BY_ROBOTS: [
    [{ '/': links('/b', '/a'), '/a': links('/b') }, { blocked: urls('/b', '/c') }],
    ['/b'],
    [{ '/': links('/a') }, { blocked: urls('/b') }],
  ],
  HOME_UNREACHABLE: [[{ '/': { to: '/a' }, '/a': 500 }], ['/'], [{ '/': { to: '/a' }, '/a': '' }]],
  HTTP_4XX: [[{ '/a': 404, '/b': 410 }], ['/a', '/b'], [{ '/a': 500 }]],
  HTTP_5XX: [[{ '/a': 503 }], ['/a'], [{ '/a': 404, '/b': '' }]],
  HTTP_NO_RESPONSE: [[{ '/a': null }], ['/a'], [{ '/a': 404 }]],
  MEDIA_TYPE_WRONG: [
    [{ '/a.pdf': typed('text/html; charset=utf-8'), '/b': typed(''), '/c': '' }, image(200, 1, 'text/plain')],
    ['/a.pdf', '/b', '/i.png'],
    [
      { '/a.html': '', '/File:Tea.jpg': '', '/tea.php': '', '/v1.2': '', '/b.pdf': 404, '/c.pdf': { to: '/a.html' } },
      image(200, 1, 'image/webp'),
    ],
  ],
  REDIRECT_TEMPORARY: [
    [{ '/a': { to: '/b', status: 302 }, '/c': { to: '/b', status: 307 } }],
    ['/a', '/c'],
    [{ '/a': { to: '/b', status: 308 } }],
  ],
  REDIRECT_CHAIN: [
    [{ '/a': { to: '/b' }, '/b': { to: '/c' }, '/c': '' }],
    ['/a'],
    [{ '/a': { to: '/b' }, '/b': { to: '/a' } }],
  ],
  REDIRECT_LOOP: [
    [{ '/a': { to: '/b' }, '/b': { to: '/a' }, '/c': { to: '/c' } }],
    ['/a', '/b', '/c'],
    [{ '/a': { to: '/b' }, '/b': '' }],
  ],
  REDIRECT_TO_ERROR: [
    [{ '/a': { to: '/b' }, '/b': { to: '/c' }, '/c': 404 }],
    ['/a', '/b'],
    [{ '/a': { to: '/b' }, '/b': '' }],
  ],
  REDIRECT_HTTPS_TO_HTTP: [
    [{ '/a': { to: 'http://shop.example/b' } }],
    ['/a'],
    [{ 'http://shop.example/a': { to: '/b' } }],
  ],
  SOFT_404_SITEWIDE: [
    [{ '/': '' }, { probes: { ...probes, missing: 200 } }],
    ['/'],
    [{ '/': '' }, { probes: { ...probes, missing: null } }],
  ],
  HTTP_NOT_REDIRECTED_TO_HTTPS: [
    [{ '/': '' }, { probes: { ...probes, isOpenHttp: true } }],
    ['/'],
    [{ '/': '' }, { probes: { ...probes, isOpenHttp: null } }],
  ],
  WWW_NOT_UNIFIED: [
    [{ '/': '' }, { probes: { ...probes, isTwofold: true } }],
    ['/'],
    [{ '/': '' }, { probes: { ...probes, isTwofold: null } }],
  ],
  LINK_BROKEN_INTERNAL: [
    [{ '/': links('/a', '/b'), '/a': 404, '/b': null }],
    ['/'],
    [{ '/': links('/a', 'https://other.example/'), '/a': '', 'https://other.example/': 404 }],
  ],
  LINK_BROKEN_EXTERNAL: [
    [{ '/': links(elsewhere), '/a': links('https://other.example/unknown') }, outside(410)],
    ['/'],
    [{ '/': links(elsewhere), '/a': links('https://other.example/unknown') }, outside(500)],
  ],
  LINK_EXTERNAL_REDIRECT: [
    [{ '/': links(elsewhere), '/a': links('https://other.example/') }, outside(200, 'https://other.example/b')],
    ['/'],
    [{ '/': links(elsewhere), '/a': canonical(elsewhere) }, outside(200)],
  ],
  LINK_BROKEN_FRAGMENT: [
    [
      {
        '/': links('/a#lost', '/old#gone'),
        '/a': links('#here', '#Here'),
        '/b': '<h2 id=here>B</h2><a name="früh"></a>',
        '/old': { to: '/b' },
      },
    ],
    ['/', '/a'],
    [
      {
        '/': links(
          '/a#here',
          '/a#fr%C3%BCh',
          '/a#top',
          '/a#',
          '/a#:~:text=tea',
          '/a#here:~:text=tea',
          '/a#/route',
          '/gone#x',
          '/old#here',
          '/many#x',
        ),
        '/a': '<h2 id=here>A</h2><a name="früh"></a><a href="#tab" role=tab>A</a>',
        '/gone': 404,
        '/old': { to: '/a' },
        '/many': Array.from({ length: 2_001 }, (_, i) => `<i id=${i}></i>`).join(''),
      },
    ],
  ],
  LINK_NOFOLLOW_INDEXABLE: [
    [{ '/': refused('/a') + refused('/b'), '/a': '', '/b': noindex }],
    ['/'],
    [{ '/': refused('/b') + refused('/c') + refused('/'), '/b': noindex, '/c': 404 }],
  ],
  LINK_NOFOLLOW_MIXED: [
    [{ '/': refused('/a') + links('/b'), '/b': links('/a') + refused('/c') + links('/c'), '/a': '', '/c': '' }],
    ['/a', '/c'],
    [{ '/': refused('/a') + links('/b'), '/a': links('/a'), '/b': '' }],
  ],
  LINK_TO_REDIRECT: [
    [{ '/': links('/a'), '/a': { to: '/b' } }],
    ['/'],
    [{ '/': links('/b'), '/a': { to: '/b' }, '/b': '' }],
  ],
  PAGE_ORPHAN: [
    [{ '/': '', '/a': links('/a') }, listed('/', '/a')],
    ['/a'],
    [{ '/': links('/a'), '/a': '', '/b': '' }, listed('/a')],
  ],
  PAGE_DEPTH: [[deep(5)], ['/5'], [deep(4)]],
  INLINK_SINGLE: [
    [{ '/': links('/a', '/a'), '/a': links('/a') }],
    ['/a'],
    [{ '/': links('/a'), '/a': links('/'), '/b': links('/a') }],
  ],
  HREFLANG_NO_RETURN: [
    [{ '/en': alternates(english), '/de': '' }],
    ['/en'],
    [{ '/en': alternates(english), '/de': alternates(english) }],
  ],
  HREFLANG_SEVERAL_LANGS: [
    [{ '/en': alternates({ en: `${origin}/en`, de: `${origin}/en` }), '/a': '' }],
    ['/en'],
    [
      {
        '/en': alternates({
          en: `${origin}/en`,
          'en-GB': `${origin}/en`,
          'x-default': `${origin}/en`,
          de: `${origin}/de`,
        }),
      },
    ],
  ],
  HREFLANG_TO_NON_200: [
    [{ '/en': alternates(english), '/de': { to: '/x' }, '/fr': alternates({ en: elsewhere }) }, outside(404)],
    ['/en', '/fr'],
    [{ '/en': alternates(english), '/de': '' }],
  ],
  HREFLANG_TO_NON_CANONICAL: [
    [{ '/en': alternates(english), '/de': canonical('/x') }],
    ['/en'],
    [{ '/en': alternates(english), '/de': canonical('/de') }],
  ],
  HREFLANG_TO_NOINDEX: [
    [{ '/en': alternates(english), '/de': noindex }],
    ['/en'],
    [{ '/en': alternates(english) + noindex, '/de': '' }],
  ],
  IMG_BROKEN: [
    [{ ...pictured, '/b': '<img src="/j.png" srcset="/j.png 1x, /i.png 2x">' }, image(404, null)],
    ['/a', '/b'],
    [pictured, image(200, 10)],
  ],
  IMG_LARGE: [[pictured, image(200, 500_001)], ['/a'], [pictured, image(200, 500_000)]],
  HSTS_MISSING: [[{ '/': '' }], ['/'], [{ '/': '' }, { guards: ['strict-transport-security'] }]],
  CSP_MISSING: [[{ '/': '' }], ['/'], [{ '/': '' }, { guards: ['content-security-policy'] }]],
  NOSNIFF_MISSING: [[{ '/': '' }], ['/'], [{ '/': 500 }]],
  TLS_CERT_EXPIRING: [certified(90, 13), ['/'], certified(6, 3)],
  TLS_CERT_RENEWAL: [certified(398, 29), ['/'], certified(398, 30)],
  ROBOTS_TXT_MISSING: [
    [{}, { robots: { ...robots, status: 404 } }],
    ['/robots.txt'],
    [{}, { robots: { ...robots, status: 500 } }],
  ],
  ROBOTS_TXT_ERROR: [
    [{}, { robots: { ...robots, status: null } }],
    ['/robots.txt'],
    [{}, { robots: { ...robots, status: 404 } }],
  ],
  ROBOTS_TXT_SYNTAX: [[{}, { robots: { ...robots, badLines: [3] } }], ['/robots.txt'], [{}]],
  SITEMAP_MISSING: [[{}, { sitemaps: [] }], ['/'], [{}, { sitemaps: [{ ...sitemap, kind: 'invalid' }] }]],
  SITEMAP_INVALID: [
    [{}, { sitemaps: [{ ...sitemap, kind: 'invalid' }] }],
    ['/sitemap.xml'],
    [{}, { sitemaps: [{ ...sitemap, kind: 'index' }] }],
  ],
  SITEMAP_TOO_LARGE: [[{}, { sitemaps: [{ ...sitemap, isCut: true }] }], ['/sitemap.xml'], [{}]],
  SITEMAP_NON_200: [[{ '/a': 404 }, listed('/a')], ['/a'], [{ '/a': 404, '/b': '' }, listed('/b')]],
  SITEMAP_NOINDEX: [[{ '/a': noindex }, listed('/a')], ['/a'], [{ '/a': noindex, '/b': '' }, listed('/b')]],
  SITEMAP_BLOCKED: [
    [{}, { ...listed('/a'), blocked: urls('/a') }],
    ['/a'],
    [{}, { ...listed('/a'), blocked: urls('/b') }],
  ],
  SITEMAP_NON_CANONICAL: [[{ '/a': canonical('/b') }, listed('/a')], ['/a'], [{ '/a': canonical('/a') }, listed('/a')]],
  SITEMAP_REDIRECT: [[{ '/a': { to: '/b' } }, listed('/a')], ['/a'], [{ '/a': '' }, listed('/a')]],
  SITEMAP_OTHER_HOST: [
    [{}, { listed: new Set(['https://other.example/a']) }],
    ['/'],
    [{}, { listed: new Set(['https://www.shop.example/a']) }],
  ],
}

function deep(clicks: number): Record<string, Place> {
  return Object.fromEntries(Array.from({ length: clicks + 1 }, (_, i) => [i === 0 ? '/' : `/${i}`, links(`/${i + 1}`)]))
}
