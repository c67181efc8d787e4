import { expect, it } from 'vitest'
import { money } from './money.ts'

it('rupiah are written as their country does, dollars as the page writes numbers', () => {
  expect([money(299_000, 'IDR'), money(1_250, 'USD')].map((amount) => amount.replace(/\s/g, ' '))).toEqual([
    'Rp 299.000',
    'US$12.50',
  ])
})
