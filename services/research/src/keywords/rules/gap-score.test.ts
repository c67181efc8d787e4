import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scoreGap } from './gap-score.ts'

const place = fc.option(fc.integer({ min: 0, max: 110 }))
const figures = { volume: fc.option(fc.nat(1_000_000)), difficulty: fc.option(fc.integer({ min: 0, max: 100 })) }
const input = fc.record({ own: place, rivals: fc.array(place, { minLength: 1, maxLength: 10 }), ...figures })

it('lies between 0 and 100; a site ahead of all rivals shares and scores 0', () => {
  fc.assert(
    fc.property(input, (given) => {
      const gap = scoreGap(given)
      const ranked = given.rivals.filter((each) => each !== null && each > 0 && each <= 20).map(Number)
      expect(gap === null).toBe(ranked.length === 0)
      if (gap === null) return
      expect(gap.score).toBeGreaterThanOrEqual(0)
      expect(gap.score).toBeLessThanOrEqual(100)
      if (given.own && given.own <= Math.min(...ranked)) expect(gap).toEqual({ type: 'shared', score: 0 })
    }),
    { numRuns: runs(1_000) },
  )
})

it('a rival that gets better never lowers it', () => {
  const found = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(place, found, figures.volume, figures.difficulty, (own, rivals, volume, difficulty) => {
      const better = rivals.map((each) => Math.max(1, each - 1))
      const [after, before] = [better, rivals].map((all) => scoreGap({ own, rivals: all, volume, difficulty }))
      expect(after?.score).toBeGreaterThanOrEqual(before?.score ?? 0)
    }),
    { numRuns: runs(1_000) },
  )
})

it.each([
  [null, [3], 'missing'],
  [0, [3], 'missing'],
  [9, [5], 'weak'],
  [8, [5], 'shared'],
  [3, [1], 'shared'],
  [5, [1, null], 'weak'],
] as const)('a site at %j with rivals at %j is %s', (own, rivals, type) => {
  expect(scoreGap({ own, rivals, volume: null, difficulty: null })?.type).toBe(type)
})

it('is none where no rival is within the first twenty', () => {
  expect(scoreGap({ own: null, rivals: [21, 0, null], volume: 10, difficulty: 1 })).toBeNull()
})
