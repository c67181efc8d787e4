import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deviationsBetween, wilsonInterval } from './statistics.ts'

it.each([
  [8, 10, 0.4902, 0.9433],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [50, 100, 0.4038, 0.5962],
])('the interval of %i of %i is %d to %d, as published tables have it', (hits, n, low, high) => {
  expect(wilsonInterval(hits, n)?.low).toBeCloseTo(low, 4)
  expect(wilsonInterval(hits, n)?.high).toBeCloseTo(high, 4)
})

it('an interval holds its share, lies between 0 and 1, and none is known without answers', () => {
  expect(wilsonInterval(0, 0)).toBeNull()
  const counts = fc
    .integer({ min: 1, max: 10_000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
  fc.assert(
    fc.property(counts, ([hits, n]) => {
      const { low, high } = wilsonInterval(hits, n) ?? { low: 2, high: -1 }
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
      expect(low).toBeLessThanOrEqual(hits / n + 1e-12)
      expect(high).toBeGreaterThanOrEqual(hits / n - 1e-12)
    }),
  )
})

it('two shares differ by their pooled deviations, whichever is asked first, and equal ones by none', () => {
  const half = { hits: 50, n: 100 }
  expect(deviationsBetween(half, { hits: 30, n: 100 })).toBeCloseTo(-2.887, 3)
  expect(deviationsBetween({ hits: 30, n: 100 }, half)).toBeCloseTo(2.887, 3)
  expect(deviationsBetween(half, { hits: 5, n: 10 })).toBe(0)
  expect(deviationsBetween({ hits: 0, n: 5 }, { hits: 0, n: 9 })).toBe(0)
  expect(deviationsBetween({ hits: 0, n: 0 }, half)).toBe(0)
})
