import { expect, it } from 'vitest'
import { cents, usd } from './figure.ts'

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
