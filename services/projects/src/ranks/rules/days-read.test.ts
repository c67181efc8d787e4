import { expect, it } from 'vitest'
import { daysRead } from './days-read.ts'

it('a year of two thousand keywords is read, a quarter of ten thousand, and a day of however many', () => {
  expect([2_000, 10_000, 5_000_000].map(daysRead)).toEqual([450, 90, 1])
  expect(daysRead(0)).toBeGreaterThan(480)
})
