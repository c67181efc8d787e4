import { clickRate } from '@rts/shared/clicks'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { daysBetween } from '../../history/rules/tallies.ts'
import { courseOf, daysBefore, scoreOn, shareOn, uncheckedOn } from './daily.ts'
import { visibilityScore } from './visibility.ts'

const tally = (...positions: number[]) => ({
  clicks: positions.reduce((sum, position) => sum + clickRate(position), 0),
  phrases: positions.length,
  counts: [0, 3, 10, 20, 50, 100].map(
    (last, i, all) =>
      positions.filter((position) => position <= last && (i === 0 || position > Number(all[i - 1]))).length,
  ),
})

it('visibility on a day is the score of its ranks, null without checks', () => {
  const positions = [1, 4, 0, 57]
  expect(scoreOn(tally(...positions))).toBe(
    visibilityScore(positions.map((position, i) => ({ position, weighsWith: `${i}` }))),
  )
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

const dayOf = (n: number) => daysBetween('2026-01-01', '2026-03-01').slice(0, n)

it('a day on which fewer than 80 % of the keywords count carries the last whole day of the week before; one without any is a gap', () => {
  const [high, low] = [
    [1, 3, 8, 9],
    [12, 15, 16, 20],
  ]
  const whole = tally(...high, ...low)
  const past = Array(daysBefore).fill(whole)
  const course = (...days: ReturnType<typeof tally>[]) => {
    const all = dayOf(past.length + days.length)
    return courseOf(all, [...past, ...days], [{ day: '2025-12-01', n: 8 }])
  }
  expect([scoreOn(whole), scoreOn(tally(...high)), scoreOn(tally(...low))]).toEqual([20.68, 40.4, 0.97])
  expect(course(whole, tally(...high), tally(), tally(...low))).toEqual({
    scores: [20.68, 20.68, null, 20.68],
    shares: [shareOn(whole), shareOn(whole), null, shareOn(whole)],
    carried: [false, true, false, true],
  })
  // Who has never been whole for a week is taken for what there is.
  const half = course(...Array(9).fill(tally(...high)))
  expect(half.scores).toEqual([...Array(7).fill(20.68), 40.4, 40.4])
  expect(course(tally(...high, 12, 15)).carried).toEqual([true])
  expect(course(tally(...high, 12, 15, 16)).carried).toEqual([false])
})

it('keywords that were just added are waited for, and imported ranks are older than their keywords', () => {
  const all = dayOf(daysBefore + 3)
  const added = [
    { day: '2025-12-01', n: 1 },
    { day: all[daysBefore + 1] ?? '', n: 9 },
  ]
  const waiting = [...Array(daysBefore + 2).fill(tally(1)), tally(...Array(10).fill(3))]
  expect(courseOf(all, waiting, added)).toMatchObject({ scores: [100, 100, 39.86], carried: [false, true, false] })
  const begun = [...Array(daysBefore + 1).fill(tally()), tally(1), tally(...Array(10).fill(3))]
  expect(courseOf(all, begun, added).scores).toEqual([null, null, 39.86])
  const imported = Array(daysBefore + 3).fill(tally(...Array(10).fill(3)))
  expect(courseOf(all, imported, added).carried).toEqual([false, false, false])
})

it('a day is the same in every window', () => {
  const length = 60
  const story = fc.tuple(
    fc.array(fc.array(fc.constantFrom(0, 3, 15), { maxLength: 6 }), { minLength: length, maxLength: length }),
    fc.array(fc.record({ day: fc.constantFrom(...dayOf(length)), n: fc.integer({ min: 1, max: 5 }) }), {
      maxLength: 4,
    }),
    fc.integer({ min: 1, max: length - daysBefore }),
  )
  fc.assert(
    fc.property(story, ([positions, added, window]) => {
      const tallies = positions.map((each) => tally(...each))
      const whole = courseOf(dayOf(length), tallies, added)
      const read = -(window + daysBefore)
      const { scores, shares, carried } = courseOf(dayOf(length).slice(read), tallies.slice(read), added)
      expect({ scores, shares, carried }).toEqual({
        scores: whole.scores.slice(-window),
        shares: whole.shares.slice(-window),
        carried: whole.carried.slice(-window),
      })
    }),
    { numRuns: runs(200) },
  )
})
