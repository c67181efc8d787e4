import type { pageOf } from '../../page/testing/pages.ts'

export type GivenPage = string | Parameters<typeof pageOf>
const html = (head: string, body = '') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`
const inBody = (body: string) => html('', body)
const title = (text: string) => html(`<title>${text}</title>`)
const description = (text: string) => html(`<meta name="description" content="${text}">`)
const canonical = (href: string) => html(`<link rel="canonical" href="${href}">`)
const robots = (content: string) => html(`<meta name="robots" content="${content}">`)
const at = (url: string): GivenPage => [inBody('<a href="/a">A page</a>'), { url }]
const sent = (headers: Record<string, string>, page = inBody('x')): GivenPage => [page, { headers }]
const alternates = (...entries: [lang: string, href: string][]) =>
  html(entries.map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${href}">`).join(''))
const own = 'https://shop.example/page'
const data = (item: object) =>
  inBody(`<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...item })}</script>`)
const words = (n: number) => inBody(`<p>${'word '.repeat(n)}</p>`)

/** Per page issue: a page with it, one without it, and the detail where it matters. */
export const pageCases: Record<string, [has: GivenPage, hasNot: GivenPage, detail?: string]> = {
  TITLE_MISSING: [html('<title> </title>'), title('A')],
  TITLE_SHORT: [title('Tea'), title('Tea from Java, grown in the shade of trees'), '3 characters: Tea'],
  TITLE_LONG: [
    title('茶'.repeat(31)),
    title(`${'茶'.repeat(20)}${'ｱ'.repeat(20)}`),
    `31 characters, as wide as 62: ${'茶'.repeat(31)}`,
  ],
  TITLE_MULTIPLE: [html('<title>A</title><title>B</title>'), html('<title>A</title>'), 'A | B'],
  TITLE_SAME_AS_H1: [html('<title>Tea</title>', '<h1>TEA</h1>'), html('<title>Tea</title>', '<h1>Teas</h1>')],
  DESC_MISSING: [html(''), description('A')],
  DESC_SHORT: [description('茶'.repeat(34)), description('茶'.repeat(35))],
  DESC_LONG: [description('a'.repeat(161)), description('a'.repeat(160))],
  DESC_MULTIPLE: [html('<meta name=description content=a><meta name=description content=b>'), description('a')],
  H1_MISSING: [inBody('<h2>A</h2>'), inBody('<h1>A</h1>')],
  H1_EMPTY: [inBody('<h1><img src=logo.png></h1>'), inBody('<h1>A</h1>')],
  H1_MULTIPLE: [inBody('<h1>A</h1><h1>B</h1>'), inBody('<h1>A</h1><h2>B</h2>'), '2 headings'],
  HEADING_SKIP: [
    inBody('<h1>A</h1><h3>B</h3>'),
    inBody('<h1>A</h1><h2>B</h2><h3>C</h3><h1>D</h1>'),
    'h1 is followed by h3: B',
  ],
  CONTENT_THIN: [words(199), words(200), '199 words'],
  LOW_TEXT_RATIO: [html(`<style>${'a{}'.repeat(500)}</style>`, 'word'), words(50)],
  LOREM_IPSUM: [inBody('Lorem ipsum dolor sit amet'), inBody('Lorem')],
  ID_DUPLICATE: [
    inBody('<p id=tea><p id=cake><b id=tea><i id=cake><u id=tea>'),
    inBody('<p id=tea><p id=Tea><a name=tea></a><p id=""><p id="">'),
    'tea, cake',
  ],
  DOCTYPE_MISSING: ['<html><body>', '<!DOCTYPE html><p>'],
  CHARSET_MISSING: [
    sent({ 'content-type': 'text/html' }),
    sent({ 'content-type': 'text/html' }, html('<meta charset=utf-8>')),
  ],
  CHARSET_CONFLICT: [html('<meta charset="iso-8859-1">'), html('<meta charset="utf-8">'), 'utf-8 and windows-1252'],
  CANONICAL_MISSING: [html(''), canonical(own)],
  CANONICAL_MULTIPLE: [
    html('<link rel=canonical href=/a><link rel=canonical href=/b>'),
    html(`<link rel=canonical href=/page><link rel=canonical href=${own}>`),
  ],
  CANONICAL_RELATIVE: [canonical('/page'), canonical(own), '/page'],
  CANONICAL_CONFLICT: [
    sent({ link: '</b>; rel="canonical"' }, canonical('/a')),
    sent({ link: `<${own}>; rel=canonical, </x>; rel=next` }, canonical(own)),
  ],
  CANONICAL_CROSS_HOST: [canonical('https://other.example/'), canonical(own), 'https://other.example/'],
  CANONICAL_IN_BODY: [inBody(`<p><link rel=canonical href=${own}>`), canonical(own)],
  CANONICAL_HTTP_ON_HTTPS: [canonical('http://shop.example/page'), canonical(own)],
  NOINDEX: [sent({ 'x-robots-tag': 'noindex' }), robots('index, follow')],
  NOFOLLOW_PAGE: [robots('none'), robots('noindex')],
  ROBOTS_META_CONFLICT: [robots('index, noindex'), robots('noindex, nofollow')],
  NOSNIPPET: [robots('nosnippet'), robots('max-snippet:100')],
  NOIMAGEINDEX: [robots('noimageindex'), robots('noindex')],
  META_IN_BODY: [
    inBody('<p>x</p><meta name="description" content="Tea"><meta property="og:title" content="Tea">'),
    html(
      '<meta name="description" content="Tea">',
      '<p itemscope><meta itemprop="sku" content="1"><meta property="price" content="1">',
    ),
    'description, og:title',
  ],
  META_REFRESH: [
    html('<meta http-equiv="refresh" content="5;url=/a">'),
    html('<meta name="theme" content="5">'),
    '5;url=/a',
  ],
  UNAVAILABLE_AFTER_PAST: [
    robots('unavailable_after: 2020-01-31'),
    robots('unavailable_after: 2990-01-31'),
    '2020-01-31',
  ],
  SOFT_404: [title('404 - Page not found'), title('Peugeot 404 restoration guide'), '404 - Page not found'],
  LINK_NOFOLLOW_INTERNAL: [
    inBody('<a rel=nofollow href=/a>A</a>'),
    inBody('<a rel=nofollow href="https://other.example/">A</a>'),
    '/a',
  ],
  LINK_HTTP_ON_HTTPS: [
    inBody('<a href="http://shop.example/a">A</a>'),
    inBody('<a href="http://other.example/">A</a>'),
  ],
  LINK_EMPTY_ANCHOR: [inBody('<a href=/a><img src=i></a>'), inBody('<a href=/a><img src=i alt=Tea></a><a id=top></a>')],
  LINK_GENERIC_TEXT: [
    inBody('<a href=/a>Read more »</a><a href=/b>selengkapnya</a>'),
    inBody('<a href=/a>More about tea</a>'),
    '2 links, such as /a',
  ],
  LINKS_TOO_MANY: [inBody('<a href=/a>A</a>'.repeat(301)), inBody('<a href=/a>A</a>'.repeat(300)), '301 links'],
  LINK_LOCALHOST: [
    inBody('<a href="http://localhost:3000/">A</a>'),
    inBody('<a href="https://localhost.example/">A</a>'),
  ],
  LINK_EXTERNAL_FOLLOWED: [
    inBody('<a href="https://other.example/">A</a>'),
    inBody(
      '<a rel="ugc" href="https://other.example/">A</a><a rel=sponsored href="https://a.example/">B</a><a href=/>C</a>',
    ),
    'https://other.example/',
  ],
  LINK_NOT_CRAWLABLE: [
    inBody(
      '<a>A</a><a href="">B</a><a href=" javascript:go()">C</a><a href="java\tscript:go()">D</a><a href="http://">E</a><a href="file:///C:/a.txt">F</a><a href="data:text/html,a">G</a>',
    ),
    inBody(
      '<a href="mailto:a@b.example">A</a><a href="tel:1">B</a><a href="whatsapp://send">C</a><a href="#">D</a><a href="/a">E</a><a id=b></a><a name=c></a><a role=tab>F</a><a aria-current=page>G</a><a href="http://me:secret@shop.example/">H</a>',
    ),
    '7 links, such as “A”',
  ],
  PAGINATION_LINK_MISSING: [
    html(
      '<link rel="prev" href="/tea"><link rel="next" href="/tea?page=3">',
      '<a href="/tea">1</a><a href="/tea?page=4">4</a>',
    ),
    html(
      '<link rel="prev" href="/tea"><link rel="next" href="/tea?page=3">',
      '<a href="/tea">1</a><a href="/tea?page=3#list">3</a>',
    ),
    '/tea?page=3',
  ],
  PAGE_DEAD_END: [inBody('<a href="mailto:a@b.example">A</a>'), [inBody('x'), { isCut: true }]],
  HREFLANG_INVALID_CODE: [
    alternates(['en-UK', own]),
    alternates(['en-GB', own], ['x-default', own], ['zh-Hant-TW', own]),
    'en-UK',
  ],
  HREFLANG_NO_SELF: [alternates(['de', '/de']), alternates(['de', '/de'], ['en', own])],
  HREFLANG_NO_XDEFAULT: [alternates(['en', own]), alternates(['en', own], ['X-Default', own])],
  HREFLANG_DUPLICATE_LANG: [alternates(['en', own], ['EN', '/other']), alternates(['en', own], ['de', '/de'])],
  HREFLANG_LANG_MISMATCH: [
    alternates(['de', own], ['en', '/en']),
    alternates(['en-GB', own], ['x-default', own], ['de', '/de']),
    'hreflang de, lang en',
  ],
  HREFLANG_RELATIVE: [alternates(['en', '/page']), alternates(['en', own])],
  LANG_MISSING: ['<html><p>', html('')],
  LANG_INVALID: ['<html lang="english"><p>', '<html lang="pt-BR"><p>', 'english'],
  IMG_ALT_MISSING: [inBody('<img src=/i.png>'), inBody('<img src=/i.png alt="">'), '/i.png'],
  IMG_ALT_LONG: [inBody(`<img alt="${'a'.repeat(101)}">`), inBody(`<img alt="${'a'.repeat(100)}">`)],
  PICTURE_WITHOUT_IMG: [
    inBody('<picture><source srcset=/a.webp></picture><img src=/b.png>'),
    inBody('<picture><source srcset=/a.webp><span><img src=/a.png></span></picture>'),
    '1 element',
  ],
  IMG_NO_DIMENSIONS: [inBody('<img src=a width=1>'), inBody('<img src=a width=1 height=1>')],
  URL_LONG: [at(`https://shop.example/${'a'.repeat(100)}`), at('https://shop.example/a'), '121 characters'],
  URL_UPPERCASE: [at('https://shop.example/Tea'), at('https://shop.example/%C3%A4?A=B')],
  URL_UNDERSCORE: [at('https://shop.example/green_tea'), at('https://shop.example/green-tea?a_b')],
  URL_SPACE: [at('https://shop.example/green%20tea'), at('https://shop.example/green-tea?a+b')],
  URL_DOUBLE_SLASH: [at('https://shop.example//tea'), at('https://shop.example/tea')],
  SD_SYNTAX_ERROR: [
    inBody('<script type="application/ld+json">{"a":1,}</script>'),
    inBody('<script type="application/ld+json">{"a":1}</script>'),
  ],
  SD_REQUIRED_MISSING: [
    data({ '@type': 'Product', name: 'Tea' }),
    data({ '@type': 'Product', name: 'Tea', offers: { '@type': 'Offer', price: 1, priceCurrency: 'EUR' } }),
    "Product: Google's product-snippet needs one of review, aggregateRating, offers",
  ],
  SD_NONE: [inBody('x'), inBody('<p itemscope>')],
  VIEWPORT_MISSING: [html(''), html('<meta name=viewport content="width=device-width">')],
  VIEWPORT_NO_SCALE: [
    html('<meta name=viewport content="width=device-width, user-scalable=no">'),
    html('<meta name=viewport content="width=device-width, maximum-scale=10">'),
  ],
  OG_INCOMPLETE: [
    html('<meta property=og:title content=A><meta property=og:type content=B>'),
    html(['title', 'type', 'image', 'url'].map((name) => `<meta property="og:${name}" content="x">`).join('')),
    'lacks og:image, og:url',
  ],
  OG_URL_MISMATCH: [
    html('<meta property=og:url content="https://shop.example/other">'),
    html(`<meta property=og:url content="${own}">`),
  ],
  TWITTER_CARD_MISSING: [html(''), html('<meta name="twitter:card" content="summary">')],
  PAGE_HTTP: [at('http://shop.example/page'), at(own)],
  MIXED_CONTENT_ACTIVE: [
    html('<script src="http://cdn.example/a.js"></script>'),
    html('<script src="//cdn.example/a.js"></script>'),
    'http://cdn.example/a.js',
  ],
  MIXED_CONTENT_PASSIVE: [inBody('<img src="http://cdn.example/a.png">'), inBody('<img src="/a.png">')],
  FORM_ON_HTTP: [
    [inBody('<form action="https://shop.example/send">'), { url: 'http://shop.example/page' }],
    inBody('<form action="/send">'),
  ],
  FORM_INSECURE: [inBody('<form action="http://shop.example/send">'), inBody('<form action="/send">')],
  SLOW_TTFB: [['', { ms: 801 }], ['', { ms: 3_001 }], '0.8 s'],
  SLOW_TTFB_SEVERE: [
    ['', { ms: 3_001 }],
    ['', { ms: 3_000 }],
  ],
  PAGE_LARGE: ['x'.repeat(1_100_000), 'x'.repeat(1_000_000), '1.0 MB'],
  PAGE_TOO_LARGE: ['x'.repeat(2_097_152), 'x'.repeat(2_000_000)],
  DOM_LARGE: ['<i></i>'.repeat(1_501), '<i></i>'.repeat(1_500), '1501 elements'],
  UNCOMPRESSED: ['x'.repeat(20_001), sent({ 'content-encoding': 'br' }, 'x'.repeat(20_001))],
  BLOCKING_RESOURCES: [
    html('<script src=a></script>'.repeat(7)),
    html('<script defer src=a></script>'.repeat(7)),
    '7 files',
  ],
}
