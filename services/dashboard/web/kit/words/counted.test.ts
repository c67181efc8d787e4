import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('a plural may end in es, and precede its unit', () => {
  expect([1, 2].map((count) => counted(count, 'data refreshes'))).toEqual(['1 data refresh', '2 data refreshes'])
  expect([1, 3].map((count) => counted(count, 'competitors per site'))).toEqual([
    '1 competitor per site',
    '3 competitors per site',
  ])
})

it('one of something is not named in the plural', () => {
  expect([1, 2, 0].map((count) => counted(count, 'queries'))).toEqual(['1 query', '2 queries', '0 queries'])
  expect([1, 1_200].map((count) => counted(count, 'results pages'))).toEqual(['1 results page', '1,200 results pages'])
})
