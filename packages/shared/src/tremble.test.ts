import { expect, it } from 'vitest'
import { usualRange } from './tremble.ts'

const month = Array.from({ length: 28 }, (_, day) => 16 + (day % 4))

it('a visibility is usually where the days before the last are, without the few that are far away', () => {
  expect(usualRange([...month.with(3, 40), 90])).toEqual({ low: 16, high: 19 })
})

it('days before keywords were added are of others, and two weeks have to be known', () => {
  const added = (at: number) => Array.from({ length: 29 }, (_, day) => (day === at ? 30 : 0))
  expect([usualRange([...month, 17], added(20)), usualRange(month.slice(0, 14))]).toEqual([null, null])
  expect(usualRange([...month.with(2, 40).with(1, 40), 17], added(2))).toEqual({ low: 16, high: 19 })
})
