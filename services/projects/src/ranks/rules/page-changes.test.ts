import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PlacedResult, pageChanges } from './page-changes.ts'

type Page = { depth: number; results: PlacedResult[] }
const page = (depth: number, ...urls: string[]): Page => ({
  depth,
  results: urls.map((url, i) => ({ position: i + 1, host: new URL(url).hostname, url })),
})
const hostsAlone = (of: Page) => ({
  ...of,
  results: of.results.map((each) => ({ ...each, url: null })),
})
const told = (before: Page, after: Page) =>
  pageChanges(before, after).map(({ change, host, before: was, after: is }) => `${change} ${host} ${was} ${is}`)
const [a, b, c, d] = ['https://a.com/', 'https://b.com/', 'https://c.com/', 'https://d.com/'] as const

it('says who came, who went, who moved and who stayed', () => {
  expect(told(page(10, a, b, c), page(10, a, c, d))).toEqual([
    'came d.com null 3',
    'went b.com 2 null',
    'moved c.com 3 2',
    'stayed a.com 1 1',
  ])
})

it('a host with another address is the same result, and says what it was before', () => {
  const [changed] = pageChanges(page(10, `${a}old`), page(10, `${a}new`))
  expect(changed).toEqual({
    change: 'stayed',
    host: 'a.com',
    url: `${a}new`,
    urlBefore: `${a}old`,
    before: 1,
    after: 1,
  })
  // The same address first, wherever it is.
  expect(told(page(10, `${a}1`, `${a}2`), page(10, `${a}2`))).toEqual(['went a.com 1 null', 'moved a.com 2 1'])
})

it('compares by hosts where one of the pages has no addresses any more', () => {
  expect(told(hostsAlone(page(10, a, b)), page(10, b, `${a}new`))).toEqual(['moved b.com 2 1', 'moved a.com 1 2'])
})

it('what one page was not deep enough for neither came nor went', () => {
  expect(told(page(2, a, b), page(10, a, c, d))).toEqual(['came c.com null 2', 'went b.com 2 null', 'stayed a.com 1 1'])
  expect(told(page(10, a, c, d), page(2, a, b))).toEqual(['came b.com null 2', 'went c.com 2 null', 'stayed a.com 1 1'])
  // It was there, deeper than the other page was read.
  expect(told(page(2, a, b), page(10, b, c, a))).toContain('moved a.com 1 3')
})

it('has each result of two pages of one depth once, whatever they are', () => {
  const results = fc.array(fc.constantFrom(a, b, c, d, `${a}x`, `${b}x`), { maxLength: 8 })
  fc.assert(
    fc.property(results, results, (before, after) => {
      const changes = pageChanges(page(10, ...before), page(10, ...after))
      const places = (side: 'before' | 'after') =>
        changes.flatMap((change) => change[side] ?? []).toSorted((one, other) => one - other)
      expect(places('before')).toEqual(before.map((_, i) => i + 1))
      expect(places('after')).toEqual(after.map((_, i) => i + 1))
    }),
  )
})
