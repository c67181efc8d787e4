import { expect, it } from 'vitest'
import { createKeptComparisons } from './kept-comparisons.ts'
import type { Comparison, TrackedKeyword } from './own-pages.ts'

const keyword: TrackedKeyword = {
  id: 'k',
  key: 'tea',
  phrase: 'tea',
  country: 'us',
  language: 'en',
  device: 'desktop',
  location: null,
  position: 1,
  url: null,
  checkedAt: null,
  sandbox: false,
  row: 0,
}
const of = (keywords: number): Comparison => ({ competitors: [], keywords: Array(keywords).fill(keyword) })

it('a comparison is handed out for its own version alone', () => {
  const kept = createKeptComparisons()
  const [first, second] = [of(1), of(2)]
  kept.keep('a', '1', first)
  expect([kept.get('a', '1'), kept.get('a', '2'), kept.get('b', '1')]).toEqual([first, undefined, undefined])
  kept.keep('a', '2', second)
  expect([kept.get('a', '1'), kept.get('a', '2')]).toEqual([undefined, second])
})

it('50,000 keywords and comparisons are kept in all, those of the sites that were read last', () => {
  const kept = createKeptComparisons()
  for (const site of ['a', 'b', 'c']) kept.keep(site, '1', of(15_999))
  // The same site again, with more keywords: it counts once.
  kept.keep('c', '2', of(17_999))
  const isKept = (site: string, version: string) => kept.get(site, version) !== undefined
  expect(isKept('a', '1')).toBe(true)
  kept.keep('d', '1', of(1))
  expect([isKept('b', '1'), isKept('c', '2'), isKept('d', '1'), isKept('a', '1')]).toEqual([false, true, true, true])
  kept.keep('e', '1', of(50_000))
  expect([isKept('a', '1'), isKept('e', '1')]).toEqual([true, false])
})

it('sites without keywords are no exception', () => {
  const kept = createKeptComparisons()
  for (let n = 0; n <= 50_000; n++) kept.keep(`${n}`, '1', of(0))
  expect([kept.get('0', '1'), kept.get('1', '1')]).toEqual([undefined, of(0)])
})
