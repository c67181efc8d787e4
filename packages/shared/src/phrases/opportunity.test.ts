import fc from 'fast-check'
import { expect, it } from 'vitest'
import { demandOf, opportunityOf, weightOf } from './opportunity.ts'

const volume = fc.nat(1_000_000)
const difficulty = fc.integer({ min: 0, max: 100 })
const position = fc.option(fc.integer({ min: 0, max: 110 }))
const of = (v: number | null, d: number | null, p: number | null) => opportunityOf({ volume: v, difficulty: d }, p)

it('lies between 0 and 100, and is null exactly where the volume is', () => {
  fc.assert(
    fc.property(fc.option(volume), fc.option(difficulty), position, (v, d, p) => {
      const opportunity = of(v, d, p)
      if (v === null) return opportunity === null
      return opportunity !== null && opportunity >= 0 && opportunity <= 100
    }),
  )
})

it('more volume never lowers it, more difficulty never raises it', () => {
  fc.assert(
    fc.property(volume, volume, difficulty, difficulty, position, (a, b, c, d, p) => {
      const [better, worse] = [of(Math.max(a, b), Math.min(c, d), p), of(Math.min(a, b), Math.max(c, d), p)]
      expect(better).toBeGreaterThanOrEqual(worse ?? 0)
    }),
  )
})

it('a better own place never raises it, and not being found leaves the most', () => {
  const place = fc.integer({ min: 1, max: 110 })
  fc.assert(
    fc.property(volume, fc.option(difficulty), place, place, (v, d, a, b) => {
      expect(of(v, d, Math.min(a, b))).toBeLessThanOrEqual(of(v, d, Math.max(a, b)) ?? 0)
      expect(of(v, d, a)).toBeLessThanOrEqual(of(v, d, 0) ?? 0)
    }),
  )
})

it('demand has fixed ends, so that no phrase of a list changes the score of another', () => {
  expect([null, 0, 999, 1_000_000, 5_000_000].map(demandOf)).toEqual([null, 0, expect.closeTo(0.5), 1, 1])
  expect(of(1_000, 30, 15)).toBe(70)
})

it('an unknown difficulty is left out, and not taken for the middle', () => {
  expect([of(999, null, 0), of(999, 50, 0)]).toEqual([71, 63])
  expect(weightOf({ volume: 999, difficulty: null }, 0.5)).toBeCloseTo(0.5)
  expect(weightOf({ volume: null, difficulty: 0 }, 0.5)).toBeCloseTo(0.6)
})
