import { clickRate } from '@rts/shared/clicks'
import { expect, it } from 'vitest'
import { dayAfter, daysBetween, firstDay, reachOf, running, shifted, talliesOf } from './tallies.ts'

it('days are those of UTC, over the end of a month and a year', () => {
  expect(daysBetween('2026-12-30', '2027-01-02')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
  expect(firstDay('2027-01-02', 4)).toBe('2026-12-30')
})

it('what counts on a day is the sum of what changed until then', () => {
  const steps = [
    { day: '2026-01-01', clicks: clickRate(1), phrases: 1, counts: [1, 1, 0, 0, 0, 0] },
    { day: '2026-01-03', clicks: -clickRate(1), phrases: -1, counts: [0, -1, 0, 0, 0, 0] },
  ]
  const counted = running(daysBetween('2025-12-31', '2026-01-03'), steps).map(({ counts }) => counts)
  expect(counted).toEqual([
    [0, 0, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0],
  ])
})

it('a course has a tally for each of its days alone, and others are taken from it day by day', () => {
  const course = {
    first: '2026-01-01',
    last: '2026-01-02',
    clicks: [5, 4, 3],
    phrases: [3, 2, 1],
    counts: [1, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 9],
  }
  const tallies = talliesOf(course)
  expect(tallies).toEqual([
    { clicks: 5, phrases: 3, counts: [1, 2, 0, 0, 0, 0] },
    { clicks: 4, phrases: 2, counts: [1, 1, 0, 0, 0, 0] },
  ])
  expect(shifted(tallies, [{ clicks: 1, phrases: 1, counts: [1, 0, 0, 0, 0, 0] }], -1)).toEqual({
    clicks: [4, 4],
    phrases: [2, 2],
    counts: [0, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
  })
  expect(talliesOf({ ...course, last: '2025-12-31' })).toEqual([])
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
})

it('a check counts for one and a half times the rhythm, a day at least', () => {
  expect([1, 2, 7].map(reachOf)).toEqual([1, 3, 10])
})
