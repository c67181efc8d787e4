import { expect, it } from 'vitest'
import { toQuery } from './query.ts'
import { resultsFor } from './results-page.ts'
import { pageOf } from './world.ts'

const some = Array.from({ length: 40 }, (_, n) => resultsFor(toQuery({ phrase: `garden ${n}` }), '2026-11-21'))

it('has pages with and without ads, local packs and knowledge panels, all with questions', () => {
  for (const part of ['ads', 'places'] as const) {
    expect(some.some((results) => results[part].length > 0)).toBe(true)
    expect(some.some((results) => results[part].length === 0)).toBe(true)
  }
  expect(new Set(some.map((results) => results.knowledge === null)).size).toBe(2)
  expect(some.every((results) => results.questions.length >= 3)).toBe(true)
})

it('lets a ranked host advertise as well, so that counting ads shows', () => {
  const overlap = some.filter(({ ads, organic }) => ads.some((ad) => organic.some((item) => item.host === ad.host)))
  expect(overlap.length).toBeGreaterThan(5)
})

it('writes titles and snippets with letters beyond ASCII now and then', () => {
  const titles = some[0]?.organic.map((item) => `${item.title} ${item.snippet}`) ?? []
  const plain = titles.filter((title) => /^[ -~]*$/.test(title))
  expect(plain.length).toBeGreaterThan(0)
  expect(plain.length).toBeLessThan(titles.length)
})

it('cuts pages that join up to the whole, and shows the boxes beside them once', () => {
  const results = some[1] ?? resultsFor(toQuery({ phrase: 'x' }), '2026-11-21')
  const pages = Array.from({ length: 12 }, (_, n) => pageOf(results, n * 10, 10))
  expect(pages.flatMap((page) => page.organic)).toEqual(results.organic)
  expect(pages.filter((page) => page.hasNext)).toHaveLength(Math.ceil(results.organic.length / 10) - 1)
  expect(pages.filter((page) => page.questions.length > 0)).toHaveLength(1)
})
