import { expect, it } from 'vitest'
import { cents, counted, usd } from './figure.ts'

it('amounts have two decimals, small ones four, as the language writes numbers; unknown ones none', () => {
  expect([0.64, 0.5, 1_234, 0.005, 0, null].map(usd)).toEqual([
    'US$0.64',
    'US$0.50',
    'US$1,234.00',
    'US$0.0050',
    'US$0.00',
    '–',
  ])
  expect([0.64, 0.5, 3, 1_234.5, null].map(cents)).toEqual(['0.64', '0.50', '3.00', '1,234.50', '–'])
})

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
