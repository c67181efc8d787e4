import { clickRate } from '@rts/shared/clicks'
import { expect, it } from 'vitest'
import { scoreOn, shareOn, uncheckedOn } from './daily.ts'
import { visibilityScore } from './visibility.ts'

const tally = (...positions: number[]) => ({
  clicks: positions.reduce((sum, position) => sum + clickRate(position), 0),
  counts: [0, 3, 10, 20, 50, 100].map(
    (last, i, all) =>
      positions.filter((position) => position <= last && (i === 0 || position > Number(all[i - 1]))).length,
  ),
})

it('visibility on a day is the score of its ranks, null without checks', () => {
  const positions = [1, 4, 0, 57]
  expect(scoreOn(tally(...positions))).toBe(visibilityScore(positions.map((position) => ({ position, keywords: 1 }))))
  expect([scoreOn(tally()), shareOn(tally()), scoreOn(tally(0))]).toEqual([null, null, 0])
})

it('shares of the hosts that are first, second and so on are a hundred percent together', () => {
  const shares = Array.from({ length: 100 }, (_, i) => Number(shareOn(tally(i + 1))))
  expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(100, 0)
})

it('unchecked are those that were tracked already, less those that were checked', () => {
  const added = [
    { day: '2026-01-01', n: 3 },
    { day: '2026-01-02', n: 1 },
  ]
  expect(uncheckedOn(['2025-12-31', '2026-01-01', '2026-01-02'], [tally(1), tally(1), tally()], added)).toEqual([
    0, 2, 4,
  ])
})
