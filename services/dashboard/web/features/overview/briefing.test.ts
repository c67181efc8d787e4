import { expect, it } from 'vitest'
import { briefingOf } from './briefing.ts'

const course = (scores: (number | null)[], usual?: { low: number; high: number }) => ({ hosts: [{ scores }], usual })
const usual = { low: 16.3, high: 18.6 }

it('a move inside the usual range is called steady, and one beyond it is not', () => {
  expect(briefingOf(course([17.5, 18.6], usual)).trend).toBe('steady')
  expect(briefingOf(course([17.5, 18.7], usual)).trend).toBe('above')
  expect(briefingOf(course([17.5, 16.2], usual)).trend).toBe('below')
})

it('unknown days neither move a site nor end its chart', () => {
  expect(briefingOf(course([null, 10, null, 12.5, null], usual))).toMatchObject({ score: 12.5, change: 2.5 })
})

it('a first day has no change, and too few days no trend', () => {
  expect(briefingOf(course([12]))).toEqual({ score: 12, change: null, trend: null })
  expect(briefingOf(course([null]))).toEqual({ score: null, change: null, trend: null })
  expect(briefingOf({ hosts: [] })).toEqual({ score: null, change: null, trend: null })
})
