import { expect, it } from 'vitest'
import { briefingOf } from './briefing.ts'

const course = (scores: (number | null)[], usual?: { low: number; high: number }) => ({ hosts: [{ scores }], usual })
const usual = { low: 16.3, high: 18.6 }

it('a move inside the usual range is called steady, and one beyond it is not', () => {
  expect(briefingOf(18.6, course([], usual)).trend).toBe('steady')
  expect(briefingOf(18.7, course([], usual)).trend).toBe('above')
  expect(briefingOf(16.2, course([], usual)).trend).toBe('below')
})

it('unknown days neither move a site nor end its chart', () => {
  expect(briefingOf(12.5, course([null, 10, null, 12.5, null])).change).toBe(2.5)
})

it('a first day has no change, and too few days no trend', () => {
  expect(briefingOf(12, course([12]))).toEqual({ change: null, trend: null })
  expect(briefingOf(12, { hosts: [] })).toEqual({ change: null, trend: null })
})
