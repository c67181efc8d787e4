import { clickRate } from '@rts/shared/clicks'
import { describe, expect, it } from 'vitest'
import { type DayTally, daysBetween, firstDay, reachOf, running, scoreOn, shareOn, uncheckedOn } from './daily.ts'
import { visibilityScore } from './visibility.ts'

const tally = (...positions: number[]): DayTally => ({
  clicks: positions.reduce((sum, position) => sum + clickRate(position), 0),
  counts: [0, 3, 10, 20, 50, 100].map(
    (last, i, all) =>
      positions.filter((position) => position <= last && (i === 0 || position > Number(all[i - 1]))).length,
  ),
})

describe('days', () => {
  it('are those of UTC, over the end of a month and a year', () => {
    expect(daysBetween('2026-12-30', '2027-01-02')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
    expect(firstDay('2027-01-02', 4)).toBe('2026-12-30')
  })

  it('a check counts for one and a half times the rhythm, a day at least', () => {
    expect([1, 2, 7].map(reachOf)).toEqual([1, 3, 10])
  })
})

it('what counts on a day is the sum of what changed until then', () => {
  const steps = [
    { day: '2026-01-01', ...tally(1, 0) },
    { day: '2026-01-03', clicks: -clickRate(1), counts: [0, -1, 0, 0, 0, 0] },
  ]
  const counted = running(daysBetween('2025-12-31', '2026-01-03'), steps).map(({ counts }) => counts)
  expect(counted).toEqual([
    [0, 0, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0],
  ])
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
