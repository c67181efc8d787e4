import fc from 'fast-check'
import { expect, it } from 'vitest'
import { difficultyOf } from './planner-rows.ts'

const authority = fc.integer({ min: 0, max: 100 })

it('lies between 0 and 100 and never falls when a host is stronger', () => {
  fc.assert(
    fc.property(fc.array(authority, { minLength: 10, maxLength: 10 }), fc.nat(9), authority, (hosts, at, other) => {
      const stronger = hosts.map((each, i) => (i === at ? Math.max(each, other) : each))
      const [before, after] = [difficultyOf(hosts), difficultyOf(stronger)]
      expect(before).toBeGreaterThanOrEqual(0)
      expect(after).toBeLessThanOrEqual(100)
      expect(after).toBeGreaterThanOrEqual(before ?? 0)
    }),
  )
})

it('is unknown with fewer than five known hosts; an unknown one is left out', () => {
  expect(difficultyOf([90, 90, 90, 90, null, null])).toBeNull()
  expect(difficultyOf([])).toBeNull()
  expect(difficultyOf([50, 50, 50, 50, 50])).toBe(50)
  expect(difficultyOf([null, 50, 50, 50, 50, 50])).toBe(50)
})

it('upper places weigh more, and what is behind the tenth counts nothing', () => {
  const page = [90, 10, 10, 10, 10, 10, 10, 10, 10, 10]
  expect(difficultyOf(page)).toBeGreaterThan(difficultyOf([...page].reverse()) ?? 0)
  expect(difficultyOf([...page, 100])).toBe(difficultyOf(page))
})
