import { gzipSync } from 'node:zlib'
import { countWork, linearGrowth } from '@rts/shared/testing/work'
import { afterAll, describe, expect, it } from 'vitest'
import { readSitemap } from './site-files.ts'

const xml = (root: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</${root}>`
const url = (loc: string) => `<url><loc> ${loc} </loc><lastmod>2026-01-01</lastmod></url>`
const read = (text: string | Uint8Array, piece = 7) => {
  const bytes = Buffer.from(text)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += piece) pieces.push(bytes.subarray(at, at + piece))
  return readSitemap(pieces)
}
const pages = (...locations: string[]) => ({ kind: 'pages', locations, isCut: false })

describe('a sitemap', () => {
  it.each([
    ['pages', xml('urlset', url('https://a.example/?a=1&amp;b=ü')), pages('https://a.example/?a=1&b=ü')],
    [
      'without those of its images',
      xml(
        'urlset',
        '<url><loc>https://a.example/</loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>',
      ),
      pages('https://a.example/'),
    ],
    [
      'with a prefix',
      '<s:urlset><s:url><s:loc>https://a.example/</s:loc></s:url></s:urlset>',
      pages('https://a.example/'),
    ],
    [
      'in CDATA',
      xml('urlset', '<url><loc><![CDATA[https://a.example/?a&b]]></loc></url>'),
      pages('https://a.example/?a&b'),
    ],
    [
      'as lines',
      '\uFEFFhttps://a.example/1\r\nhttps://a.example/2\n\nnonsense',
      pages('https://a.example/1', 'https://a.example/2'),
    ],
    [
      'as RSS',
      '<rss><channel><link>https://a.example/</link><item><link>https://a.example/1</link></item></channel></rss>',
      pages('https://a.example/', 'https://a.example/1'),
    ],
    [
      'as Atom',
      '<feed><entry><link href="https://a.example/1"/><link rel="self" href="https://a.example/f"/></entry></feed>',
      pages('https://a.example/1'),
    ],
    [
      'an index',
      xml('sitemapindex', '<sitemap><loc>https://a.example/s1.xml</loc></sitemap>'),
      { kind: 'index', locations: ['https://a.example/s1.xml'], isCut: false },
    ],
  ])('is read: %s', async (_what, text, sitemap) => {
    expect(await read(text)).toEqual(sitemap)
    expect(await read(gzipSync(text))).toEqual(sitemap)
  })

  it.each([
    ['a page', '<!doctype html><html><body>Not found</body></html>'],
    ['nothing', ''],
    ['other text', 'hello'],
    ['broken gzip', Uint8Array.of(0x1f, 0x8b, 1, 2, 3, 4)],
  ])('is invalid: %s', async (_what, text) => {
    expect((await read(text)).kind).toBe('invalid')
  })

  it.each([
    ['an element of a hundred attributes more than any has', `<urlset ${'a="" '.repeat(101)}>`, 'invalid'],
    ['a tag without end', `<urlset ${' '.repeat(400_000)}>`, 'invalid'],
    ['a value without end', `<urlset a="${'x'.repeat(400_000)}">`, 'invalid'],
    ['a comment without end', `<urlset><!--${'x'.repeat(1_200_000)}-->`, 'invalid'],
    [
      'as many attributes and long values as sitemaps have',
      `<urlset ${'a="x" '.repeat(20)}b="${'x'.repeat(5_000)}">`,
      'pages',
    ],
  ])('of %s', async (_what, start, kind) => {
    const { kind: found, locations } = await read(`${start}${url('https://a.example/')}</urlset>`, 16_384)
    expect({ found, count: locations.length }).toEqual({ found: kind, count: kind === 'pages' ? 1 : 0 })
  })

  it('keeps no attribute of another element than an Atom link, and the last of that', async () => {
    const text =
      '<feed><entry><link href="https://a.example/1"><x href="https://a.example/x" rel="y"/></link></entry></feed>'
    expect((await read(text)).locations).toEqual(['https://a.example/1'])
  })

  it('expands no entity of its document type', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "https://a.example/"><!ENTITY b "&a;&a;&a;">]>${xml('urlset', url('&b;'))}`
    expect((await read(bomb)).locations).toEqual(['&b;'])
  })

  it('is cut after 50,000 addresses and after 50 MB unpacked', async () => {
    const many = await read(
      xml('urlset', Array.from({ length: 50_001 }, (_, i) => url(`https://a.example/${i}`)).join('')),
      65_536,
    )
    expect([many.locations.length, many.isCut]).toEqual([50_000, true])
    const bomb = gzipSync(Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(60_000_000, 32)]))
    expect((await read(bomb, 1_024)).isCut).toBe(true)
  })
})

describe('the work of a hostile sitemap grows with its length alone', () => {
  const work = countWork(import.meta.resolve('./site-files.ts'), readSitemap.name)
  afterAll(() => work.stop())
  const site = 'https://a.example/ '
  const pieces = (text: string) => text.match(/.{1,1024}/gs)?.map((piece) => Buffer.from(piece))

  it.each<[what: string, kind: string, make: (length: number) => string]>([
    ['elements in each other', 'invalid', (length) => `<urlset>${'<a>'.repeat(length / 3)}`],
    ['ends of nothing', 'invalid', (length) => `<urlset>${'</b>'.repeat(length / 4)}`],
    [
      'ends beside elements that stay open',
      'invalid',
      (length) => `<urlset>${'<a>'.repeat(90)}${'</b>'.repeat(length / 4)}`,
    ],
    ['an address without end', 'pages', (length) => `<urlset><url><loc>${site.repeat(length / site.length)}`],
    ['a value without end', 'invalid', (length) => `<urlset a="${'x'.repeat(length)}`],
    ['entities', 'pages', (length) => `<urlset><url><loc>${'&amp;&#x'.repeat(length / 8)}`],
  ])('%s', async (_what, kind, make) => {
    expect(await read(make(2_000_000), 65_536)).toMatchObject({ kind })
    expect(await work.growthOf((length) => [pieces(make(length))], 160_000)).toBeLessThan(linearGrowth)
  })
  it('a line without end', async () => {
    // Streams join short pieces, so it takes many long ones.
    expect(await work.growthOf((length) => [pieces('x'.repeat(length))], 1_600_000)).toBeLessThan(linearGrowth)
  })
})
