import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('one of something is not named in the plural', () => {
  expect([1, 2, 0].map((count) => counted(count, 'queries'))).toEqual(['1 query', '2 queries', '0 queries'])
  expect([1, 1_200].map((count) => counted(count, 'results pages'))).toEqual(['1 results page', '1,200 results pages'])
})
