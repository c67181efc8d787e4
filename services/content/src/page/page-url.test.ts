import { countWork, linearGrowth } from '@rts/shared/testing/work'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTraps } from '../crawl/rules/traps.ts'
import { isSameSite, pageUrl, siteHost } from './page.ts'

describe('the address of a page', () => {
  it.each([
    ['HTTPS://Shop.Example:443/A/../b/./c', 'https://shop.example/b/c'],
    ['https://shop.example', 'https://shop.example/'],
    ['https://shop.example/a#top', 'https://shop.example/a'],
    ['https://shop.example/a?', 'https://shop.example/a'],
    ['https://shop.example/a/', 'https://shop.example/a/'],
    ['https://shop.example/a?b=2&a=1', 'https://shop.example/a?b=2&a=1'],
    ['https://shop.example/a?utm_source=x&b=2&gclid=3&fbclid=4', 'https://shop.example/a?b=2'],
    ['https://shop.example/a?sessionid=5&UTM_Medium=x', 'https://shop.example/a'],
    ['https://shop.example/a;jsessionid=77?b', 'https://shop.example/a?b'],
    ['../x?y#z', 'https://shop.example/x?y'],
    ['//other.example/x', 'https://other.example/x'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ])('%s is %s', (written, url) => {
    expect(pageUrl(written, 'https://shop.example/folder/page')).toBe(url)
  })

  it.each([
    'mailto:a@b.example',
    'javascript:void(0)',
    'data:text/html,x',
    'https://me:secret@shop.example/',
    'http://[::bad',
    `https://shop.example/${'a'.repeat(2_048)}`,
  ])('%s is none', (written) => {
    expect(pageUrl(written, 'https://shop.example/')).toBe(null)
  })

  it('belongs to its site with and without www, on its port', () => {
    expect(siteHost('https://www.shop.example/a')).toBe('shop.example')
    expect(isSameSite('http://shop.example/b', 'shop.example')).toBe(true)
    expect(isSameSite('https://blog.shop.example/', 'shop.example')).toBe(false)
    expect(isSameSite('https://shop.example:8443/', 'shop.example')).toBe(false)
  })
})

it('an address costs work that grows with its length alone, whatever it ends in', async () => {
  const work = countWork(import.meta.resolve('./page.ts'), pageUrl.name)
  const address = (length: number) => [`/${'?'.repeat(length)}1`, 'https://shop.example/']
  expect(await work.growthOf(address, 1_600)).toBeLessThan(linearGrowth)
  await work.stop()
})

describe('a trap', () => {
  it.each([
    ['/a/b/a/c/a/d', 1, false],
    ['/a/b/a/c/a/d/a', 1, true],
    ['/a?1=1&2=2&3=3&4=4&5=5&6=6&7=7&8=8', 1, false],
    ['/a?1=1&2=2&3=3&4=4&5=5&6=6&7=7&8=8&9=9', 1, true],
    ['/2019/03/04/news', 1, false],
    ['/calendar/2027-01', 1, false],
    ['/calendar/2028-01', 1, true],
    ['/events?month=2031-04', 1, true],
    ['/calendar/1969/12/31', 1, true],
    ['/page', 10, false],
    ['/page', 11, true],
  ])('%s at depth %i: %s', (target, depth, isTrap) => {
    expect(createTraps(2026)(`https://shop.example${target}`, depth)).toBe(isTrap)
  })

  it('is a path with more than 200 addresses', () => {
    const isTrap = createTraps(2026)
    const verdicts = Array.from({ length: 201 }, (_, i) => isTrap(`https://shop.example/list?f=${i}`, 1))
    expect([verdicts.at(199), verdicts.at(200), isTrap('https://shop.example/other?f=1', 1)]).toEqual([
      false,
      true,
      false,
    ])
  })
})

it('the host of the address of a page is the one that a URL has, without www', () => {
  const written = fc.webUrl({ withQueryParameters: true, withFragments: true })
  const prefixed = fc.tuple(written, fc.constantFrom('', 'www.')).map(([url, www]) => url.replace('://', `://${www}`))
  fc.assert(
    fc.property(prefixed, fc.constantFrom('', ':8080', ':443'), (base, port) => {
      const url = pageUrl(base.replace(/^(\w+:\/\/[^/?#]*)/, `$1${port}`))
      if (url !== null) expect(siteHost(url)).toBe(new URL(url).host.replace(/^www\./, ''))
    }),
  )
})
