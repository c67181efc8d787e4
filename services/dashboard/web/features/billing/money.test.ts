import { expect, it } from 'vitest'
import { money } from './money.ts'

it('amounts are written as their country writes them', () => {
  expect([money(299_000, 'IDR'), money(1_250, 'USD')].map((amount) => amount.replace(/\s/g, ' '))).toEqual([
    'Rp 299.000',
    '$12.50',
  ])
})
