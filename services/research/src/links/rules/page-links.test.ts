import { countWork, linearGrowth } from '@rts/shared/testing/work'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { isFollowed, readPage, robotsSays } from './page-links.ts'

const read = (html: string) => readPage(html, 'https://blog.example.net/post/', 'peets.com')

it('finds the links to a domain with anchor and rel, and counts those to other sites', () => {
  const page = read(`<title> Ten &amp; more </title><a href="/own">own</a><a href=https://other.org>x</a>
    <A HREF='https://www.peets.com/a?b=1&amp;c=2' REL="NoFollow ugc nofollow">Dark <b>roast</b><img alt="beans"></A>
    <a href="//shop.peets.com/">two</a><a href="https://notpeets.com/">no</a><a>none</a><a href="javascript:x">js</a>`)
  expect(page).toEqual({
    title: 'Ten & more',
    isNoindex: false,
    isNofollow: false,
    outgoing: 4,
    found: [
      { urlTo: 'https://www.peets.com/a?b=1&c=2', anchor: 'Dark roast beans', rel: ['nofollow', 'ugc'] },
      { urlTo: 'https://shop.peets.com/', anchor: 'two', rel: [] },
    ],
  })
})

it('keeps of a page no more than it needs, however long its base, its links and their texts are', () => {
  const words = Array.from({ length: 100 }, (_, i) => `word${i}`).join(' ')
  const link = `<a href="b" rel="${words}">`
  const page = read(
    `<base href="https://peets.com/${'a'.repeat(10_000)}/"><base href="https://peets.com/">${link.repeat(2_000)}${'text '.repeat(10_000)}`,
  )
  expect(page.found).toHaveLength(1_000)
  expect(page.found[0]).toMatchObject({ urlTo: 'https://peets.com/b' })
  for (const { anchor, rel } of page.found) expect([anchor.length <= 300, rel.length]).toEqual([true, 20])
})

it('reads no link in comments, scripts, styles or attributes', () => {
  const link = '<a href="https://peets.com/">x</a>'
  const page = read(
    `<!-- ${link} --><script>var s='${link}'</script><style>${link}</style><p title='${link}'><!doctype ${link}`,
  )
  expect(page.found).toEqual([])
})

it('follows the page’s base, and what it asks of robots', () => {
  const page = read('<base href="https://peets.com/x/"><meta name=Robots content="noindex, nofollow"><a href="y">z</a>')
  expect(page).toMatchObject({ isNoindex: true, isNofollow: true, found: [{ urlTo: 'https://peets.com/x/y' }] })
  expect(robotsSays('googlebot: none')).toEqual({ isNoindex: true, isNofollow: true })
  expect([['nofollow'], ['ugc'], ['sponsored'], ['noopener']].map(isFollowed)).toEqual([false, false, false, true])
})

it('reads any bytes without an error, and a link among them', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('<', '>', '<a ', '"', "'", '<!--', '&#x', '&#99999999;', '</'))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      read(pieces.join(''))
      expect(read(`<a href=https://peets.com/>x</a>${pieces.join('')}`).found[0]?.urlTo).toBe('https://peets.com/')
    }),
  )
})

describe('a hostile page', () => {
  const work = countWork(import.meta.resolve('./page-links.ts'), readPage.name)
  afterAll(() => work.stop())

  it.each(['<a "', '<a href="x', '<!--', '<script>', '&#x', '<a b=', '<a \'"', '< <'])(
    'of many %s: the work grows with its length alone',
    async (piece) => {
      const page = (times: number) => [piece.repeat(times), 'https://blog.example.net/post/', 'peets.com']
      expect(await work.growthOf(page, 1_600)).toBeLessThan(linearGrowth)
    },
  )
})
