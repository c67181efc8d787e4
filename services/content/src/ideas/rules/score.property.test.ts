import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadOf, lossOf, nearnessOf, scoreOf, type Weighed } from './score.ts'

const place = fc.integer({ min: 0, max: 100 })
const found = fc.integer({ min: 1, max: 100 })
const volume = fc.integer({ min: 0, max: 1e6 })
const weighed: fc.Arbitrary<Weighed> = fc.record({
  win: fc.double({ min: 0, max: 1, noNaN: true }),
  reasons: fc.integer({ min: 1, max: 1_000 }),
  volume: fc.option(volume),
  difficulty: fc.option(fc.integer({ min: 0, max: 100 })),
})

describe('scoreOf', () => {
  it('is a whole number from 0 to 100', () =>
    fc.assert(
      fc.property(weighed, (one) => {
        const score = scoreOf(one)
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
      }),
      { numRuns: runs(2_000) },
    ))

  it('never falls with more to win, more reasons or more demand, and never rises with difficulty', () =>
    fc.assert(
      fc.property(weighed, weighed, (one, other) => {
        const score = (part: Partial<Weighed>) => scoreOf({ ...one, ...part })
        const isOrdered = (low: number, high: number) => expect(low).toBeLessThanOrEqual(high)
        isOrdered(score({ win: Math.min(one.win, other.win) }), score({ win: Math.max(one.win, other.win) }))
        isOrdered(
          score({ reasons: Math.min(one.reasons, other.reasons) }),
          score({ reasons: Math.max(one.reasons, other.reasons) }),
        )
        const [v, w] = [one.volume ?? 0, other.volume ?? 0]
        isOrdered(score({ volume: Math.min(v, w) }), score({ volume: Math.max(v, w) }))
        const [d, e] = [one.difficulty ?? 0, other.difficulty ?? 0]
        isOrdered(score({ difficulty: Math.max(d, e) }), score({ difficulty: Math.min(d, e) }))
      }),
      { numRuns: runs(2_000) },
    ))

  it('takes an unknown demand as the half, and leaves an unknown difficulty out', () => {
    expect(scoreOf({ win: 1, reasons: 1, volume: null, difficulty: null })).toBe(50)
    expect(scoreOf({ win: 1, reasons: 1, volume: 1e6, difficulty: 0 })).toBe(85)
    expect(scoreOf({ win: 0, reasons: 9, volume: 100, difficulty: 0 })).toBe(0)
  })
})

describe('what may be won', () => {
  it('nearness: 1 from the fourth place on, never more for a place farther down, a tenth where the site is not found', () => {
    expect([1, 4, 0, null, 100].map(nearnessOf)).toEqual([1, 1, 0.1, 0.1, 0.1])
    expect(nearnessOf(8)).toBeCloseTo(3.3 / 8.4)
    fc.assert(
      fc.property(found, found, (a, b) => nearnessOf(Math.min(a, b)) >= nearnessOf(Math.max(a, b))),
      { numRuns: runs(2_000) },
    )
  })

  it('loss: 0 to 1, all where the site is not found any more, nothing for a rise', () => {
    expect(lossOf(3, 0)).toBe(1)
    expect(lossOf(8, 3)).toBe(0)
    expect(lossOf(3, 8)).toBeCloseTo((11 - 3.3) / 11)
    fc.assert(
      fc.property(found, place, place, (before, a, b) => {
        const [near, far] = [Math.min(a || 101, b || 101), Math.max(a || 101, b || 101)]
        return lossOf(before, near) <= lossOf(before, far === 101 ? 0 : far)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('lead: the clicks ahead of the site as part of those of a first place', () => {
    expect(leadOf(1, 0)).toBe(1)
    expect(leadOf(2, 0)).toBeCloseTo(15.8 / 27.6)
    expect(leadOf(9, 2)).toBe(0)
  })
})
