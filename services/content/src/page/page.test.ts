import { countWork, linearGrowth } from '@rts/shared/testing/work'
import { afterAll, describe, expect, it } from 'vitest'
import { factsOf } from '../audit/facts.ts'
import { audited } from './testing/audited.ts'
import { hostilePages } from './testing/hostile.ts'
import { pageOf } from './testing/pages.ts'

const head = (inner: string) => pageOf(`<!doctype html><html lang="en"><head>${inner}</head><body></body></html>`)
const body = (inner: string) => pageOf(`<!doctype html><html><head></head><body>${inner}</body></html>`)

describe('the head of a page', () => {
  it('has titles, also more than one, but not those of pictures', () => {
    expect(head('<title> One\n &amp; two </title><title>b</title>').titles).toEqual(['One & two', 'b'])
    expect(body('<svg><title>picture</title></svg><title>late</title>').titles).toEqual([])
  })

  it('has texts without control characters', () => {
    expect(head('<title>a\u0000b\u0007 c</title>').titles).toEqual(['a b c'])
  })

  it('has metas by name, property and http-equiv in any case', () => {
    const { metas } = head(
      '<meta charset="x"><META NAME="Description" content=" a  b "><meta property="og:title" content="c"><meta http-equiv="Refresh" content="0">',
    )
    expect(Object.fromEntries(metas)).toEqual({
      charset: ['x'],
      description: ['a b'],
      'og:title': ['c'],
      refresh: ['0'],
    })
  })

  it('ends where the body begins, written or not', () => {
    expect(pageOf('<link rel=canonical href=/a><p>x<link rel="canonical" href="/b">').canonicals).toEqual([
      { href: '/a', isInHead: true },
      { href: '/b', isInHead: false },
    ])
  })

  it('has languages, doctype and alternates', () => {
    const page = head('<link rel="alternate" hreflang="de-AT" href="/de"><link rel="alternate" href="/feed">')
    expect(page).toMatchObject({ hasDoctype: true, lang: 'en', hreflangs: [{ lang: 'de-AT', href: '/de' }] })
    expect(pageOf('<p>x')).toMatchObject({ hasDoctype: false, lang: null })
  })

  it('has resources, with blocking ones marked', () => {
    const { resources } = head(
      '<link rel="stylesheet" href="/a.css"><script src="/b.js"></script><script defer src="/c.js"></script><script type="module" src="/d.js"></script>',
    )
    expect(resources.map(({ url, isBlocking }) => [url, isBlocking])).toEqual([
      ['https://shop.example/a.css', true],
      ['https://shop.example/b.js', true],
      ['https://shop.example/c.js', false],
      ['https://shop.example/d.js', false],
    ])
  })
})

describe('the body of a page', () => {
  const plain = { fragment: '', isNofollow: false, isQualified: false }

  it('has links with what a reader clicks, resolved against the first base', () => {
    const { links } = pageOf(
      '<base href="/x/"><base href="/y/"><a href="a">One <b>two</b></a><a href="//b.example/?utm_source=c" rel="ugc nofollow"><img alt="pic" src=p></a><a>none</a><a href="mailto:a@b.example" aria-label="mail"></a>',
    )
    expect(links).toEqual([
      { ...plain, href: 'a', url: 'https://shop.example/x/a', text: 'One two' },
      {
        ...plain,
        href: '//b.example/?utm_source=c',
        url: 'https://b.example/',
        isNofollow: true,
        isQualified: true,
        text: 'pic',
      },
      { ...plain, href: '', url: null, text: 'none' },
      { ...plain, href: 'mailto:a@b.example', url: null, text: 'mail' },
    ])
  })

  it('has headings, also with links inside, in their order', () => {
    expect(body('<h2>b</h2><h1> A <a href=/x>link</a></h1><h6></h6>').headings).toEqual([
      { level: 2, text: 'b' },
      { level: 1, text: 'A link' },
      { level: 6, text: '' },
    ])
  })

  it('has images: a missing alt is not an empty one', () => {
    expect(body('<img src=a.png><img src=b.png alt="" width=1 height=2>').images).toEqual([
      { src: 'a.png', url: 'https://shop.example/a.png', alt: null, hasSize: false },
      { src: 'b.png', url: 'https://shop.example/b.png', alt: '', hasSize: true },
    ])
  })

  it('has words where readers see them, in every script', () => {
    const { text } = body(
      '<p>One two</p>three<script>no no</script><nav>menu</nav><footer>f</footer><style>x</style><!-- c -->',
    )
    expect(text.words).toBe(3)
    expect(body('<p>東京都は日本の首都です').text.words).toBe(6)
    expect(body("<p>Ça n'est pas l’été").text.words).toBe(4)
  })

  it('has structured data in three forms', () => {
    expect(body('<script type="application/ld+json">{"a":1}</script>').jsonLd).toEqual(['{"a":1}'])
    expect([body('<p itemscope>').hasMarkup, body('<p typeof="Thing">').hasMarkup, body('<p>').hasMarkup]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('has forms with the addresses they send to', () => {
    expect(body('<form action="http://a.example/x"></form><form></form>').forms).toEqual([
      'http://a.example/x',
      'https://shop.example/page',
    ])
  })
})

describe('the charset of a page', () => {
  const latin1 = Buffer.from('<meta charset=iso-8859-1><title>caf\xe9</title>', 'latin1')
  const typed = (type: string, bytes: Buffer) => pageOf('', { headers: { 'content-type': type }, body: bytes })

  it('is that of the mark, then the header, then the page, then UTF-8', () => {
    expect(typed('text/html', latin1).titles).toEqual(['café'])
    expect(typed('text/html; charset="utf-8"', latin1)).toMatchObject({
      titles: ['caf\uFFFD'],
      charset: { used: 'utf-8', meta: 'windows-1252', hasBadBytes: true },
    })
    expect(typed('text/html; charset=nonsense', Buffer.from('<title>é</title>')).titles).toEqual(['é'])
    expect(typed('text/html; charset=iso-8859-1', Buffer.from('\uFEFF<title>é</title>')).titles).toEqual(['é'])
    expect(
      typed('text/html; charset=shift_jis', Buffer.from([0x3c, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x3e, 0x93, 0xfa])).titles,
    ).toEqual(['日'])
  })

  it('is not looked for after the first kilobyte, and no page in ASCII is UTF-16', () => {
    expect(typed('text/html', Buffer.from(`${' '.repeat(1_024)}<meta charset=koi8-r>`)).charset.meta).toBe(null)
    expect(typed('text/html', Buffer.from('<meta charset="utf-16"><title>a</title>')).titles).toEqual(['a'])
  })
})

describe('directives', () => {
  it.each([
    ['<meta name="robots" content="NOINDEX, follow">', undefined, { isNoindex: true, isNofollow: false }],
    ['<meta name="googlebot" content="none">', undefined, { isNoindex: true, isNofollow: true }],
    ['<meta name="otherbot" content="noindex">', undefined, { isNoindex: false }],
    ['', 'googlebot: noindex, nosnippet', { isNoindex: true, isNosnippet: true }],
    [
      '<meta name="robots" content="index"><meta name="robots" content="noindex">',
      undefined,
      { isNoindex: true, isContradictory: true },
    ],
    [
      '<meta name="robots" content="max-snippet:0, noimageindex">',
      undefined,
      { isNosnippet: true, isNoimageindex: true },
    ],
    ['', 'unavailable_after: 25 Jun 2025 15:00:00 GMT', { unavailableAfter: new Date('2025-06-25T15:00:00Z') }],
    [
      '<meta name="robots" content="unavailable_after: 2025-06-25, noindex">',
      undefined,
      { unavailableAfter: new Date('2025-06-25') },
    ],
  ])('%s %s', (html, header, directives) => {
    expect(pageOf(html, { headers: header === undefined ? {} : { 'x-robots-tag': header } }).directives).toMatchObject(
      directives,
    )
  })
})

describe('texts', () => {
  const long = (n: number) => `<p>${Array.from({ length: 300 }, (_, i) => `word${(i * n) % 97}`).join(' ')}`

  it('have one hash whatever their markup', () => {
    expect(pageOf(long(5)).text.hash).toBe(pageOf(`<div>${long(5).toUpperCase()}`).text.hash)
    expect(pageOf(long(5)).text.hash).not.toBe(pageOf(long(7)).text.hash)
  })

  it('have a sketch of what is written on this page alone: no links, navigation, footer or templates', () => {
    const around = '<nav>menu</nav><a href=/x>All <b>teas</b></a>'
    const page = `${around}${long(5)}<template>more</template><footer>us</footer>`
    expect(pageOf(page).text.sketch).toBe(pageOf(long(5)).text.sketch)
    expect(pageOf(`<p>${'few '.repeat(99)}`).text.sketch).toBe(null)
    expect(pageOf(`<p>${'茶が好き。'.repeat(25)}`).text.sketch).toHaveLength(344)
  })
})

describe('a template', () => {
  const inner =
    '<h1>In</h1><a href=/in>In</a><img src=in.png><p id=in>in</p><script type="application/ld+json">{}</script><meta name=in><form action=/in></form><picture></picture><template>in</template><p itemscope itemtype=in></p>'

  it('is no part of the page, whatever is in it', () => {
    const outer = '<h1>Out</h1><a href=/out>Out</a>'
    const { structured, ...page } = pageOf(`<title>Tea</title><template>${inner}</template>${outer}`)
    const { structured: _none, ...plain } = pageOf(`<title>Tea</title>${outer}`)
    expect({ ...page, bytes: 0 }).toEqual({ ...plain, bytes: 0 })
    expect(structured).toBe(null)
  })

  it('is left out of structured data beside it', () => {
    expect(pageOf(`<p itemscope>a</p><template>${inner}</template><p>b</p>`).structured).toBe(
      '<p itemscope>a</p><p>b</p>',
    )
    expect(pageOf(`<p itemscope>a</p><template>${inner}`).structured).toBe('<p itemscope>a</p>')
  })

  it('with a shadow root is shown by browsers, and is a part of the page', () => {
    expect(pageOf(`<div><template shadowrootmode="open">${inner}</template></div>`)).toMatchObject({
      headings: [{ text: 'In' }],
      links: [{ href: '/in' }],
      text: { words: 3 },
    })
  })
})

describe('hostile pages', () => {
  const work = countWork(import.meta.resolve('./testing/audited.ts'), audited.name)
  afterAll(() => work.stop())

  it.each([
    ['nothing', ''],
    ['binary', Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7) % 256)).toString('latin1')],
    ['an open tag', '<a href="'],
    ['a name of a prototype', '<__proto__ constructor=1><meta name="__proto__" content="x"><constructor>'],
  ])('%s is a page all the same', (_what, html) => {
    expect(audited(html)).toMatchObject({ isHtml: true, links: [] })
  })

  it.each(Object.entries(hostilePages))('%s: the work grows with the length alone', async (_what, make) => {
    expect(await work.growthOf((length) => [make(length)], 48_000)).toBeLessThan(linearGrowth)
  })

  it.each(Object.entries(hostilePages))('%s: what is kept of it is bounded', (_what, make) => {
    expect(JSON.stringify(audited(make(500_000))).length).toBeLessThan(700_000)
  })

  it('a page is read as far as it is not too deep', () => {
    const page = pageOf(`<h1>A</h1>${'<div>'.repeat(400)}<a href=/in>B</a>${'<div>'.repeat(400)}<a href=/out>C</a>`)
    expect(page.links.map(({ href }) => href)).toEqual(['/in'])
    expect(page.nodes).toBeLessThan(510)
  })

  it('of texts in each other and of links, the first ones are kept', () => {
    expect(pageOf('<h1><b>a'.repeat(100)).headings).toHaveLength(8)
    expect(pageOf('<a href="/x">a</a>'.repeat(100_000))).toMatchObject({ linkCount: 100_000 })
    expect(pageOf('<a href="/x">a</a>'.repeat(100_000)).links).toHaveLength(5_000)
  })

  it('a base that is no address of a page counts as none', () => {
    for (const base of ['javascript:alert(1)', 'data:text/html,a', `/${'a'.repeat(3_000)}/`, 'http://['])
      expect(pageOf(`<base href="${base}"><a href="/b">c</a>`).links[0]?.url).toBe('https://shop.example/b')
  })

  it.each([
    'utf-16',
    'utf-16be',
    'utf-7',
    'iso-2022-kr',
    'replacement',
    'x-user-defined',
    'utf-8; charset=koi8-r',
    '"',
    '\u0000',
  ])('an encoding that lies is read in some way: %s', (charset) => {
    const headers = { 'content-type': `text/html; charset=${charset}` }
    const body = Buffer.from(`<meta charset="${charset}"><title>Tea</title>\xff\xfe`, 'latin1')
    const page = pageOf('', { headers, body })
    expect(() => JSON.stringify(factsOf(page, 'shop.example'))).not.toThrow()
  })
})
