import { expect, it } from 'vitest'
import { largestFall, newBlocks, passersOf, placedResults } from './page-standings.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))

it('the largest fall is from one check to the next; not found is below the hundredth', () => {
  const checks = [0, 9, 3, 4].map((position, i) => ({ at: at(9 - i), position }))
  expect(largestFall(checks)).toEqual({ at: at(9).toISOString(), from: 9, to: 0 })
  expect(largestFall(checks.slice(1, 3))).toEqual({ at: at(8).toISOString(), from: 3, to: 9 })
  expect(largestFall(checks.slice(2))).toBeNull()
})

it('who is ahead now and was not then has passed; not found is behind everybody', () => {
  const ranks = [
    { position: 1, previousPosition: 1 },
    { position: 2, previousPosition: null },
    { position: 3, previousPosition: 6 },
    { position: 0, previousPosition: 9 },
    { position: 7, previousPosition: 8 },
  ]
  expect(passersOf(ranks, { position: 5, previousPosition: 4 })).toEqual([ranks[1], ranks[2]])
  expect(passersOf(ranks, { position: 0, previousPosition: 4 })).toEqual([ranks[1], ranks[2], ranks[4]])
})

it('a block is new only where the earlier page is known not to have had it', () => {
  expect(newBlocks(['ad', 'video', 'news'], { ad: false, news: true }, { ad: true, video: true, news: true })).toEqual([
    'ad',
  ])
})

it('results beyond the depth of the earlier page stay, without a position on it', () => {
  const results = [{ position: 9, host: 'a.org', url: null }]
  expect(placedResults(results, [])).toEqual([
    { position: 9, previousPosition: null, host: 'a.org', url: null, urlBefore: null },
  ])
})
