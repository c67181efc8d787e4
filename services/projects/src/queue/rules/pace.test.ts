import { planNames } from '@rts/shared/plans'
import { expect, it } from 'vitest'
import { createPace, lateBefore, paidPlans } from './pace.ts'

const at = (ms: number) => new Date(1_000_000 + ms)

it('lets a burst through, then no more than the pace', () => {
  const pace = createPace({ perSecond: 10, burst: 5 })
  expect(pace.take(100, at(0))).toBe(5)
  expect(pace.take(100, at(50))).toBe(0)
  expect(pace.take(100, at(200))).toBe(2)
  expect(pace.take(100, at(60_000))).toBe(5)
})

it('keeps what was not wanted, and is not confused by a clock that is set back', () => {
  const pace = createPace({ perSecond: 1, burst: 4 })
  expect(pace.take(1, at(0))).toBe(1)
  expect(pace.take(1, at(-60_000))).toBe(1)
  expect(pace.take(9, at(-60_000))).toBe(2)
})

it('over an hour is never above its rate', () => {
  const pace = createPace({ perSecond: 25, burst: 50 })
  let taken = 0
  for (let ms = 0; ms <= 3_600_000; ms += 20) taken += pace.take(50, at(ms))
  expect(taken).toBeLessThanOrEqual(3_600 * 25 + 50)
  expect(taken).toBeGreaterThan(3_600 * 25 - 50)
})

it('a check is late a quarter of an hour after its time, also over midnight', () => {
  expect(lateBefore(new Date('2026-11-22T12:00:00.000Z'))).toEqual(new Date('2026-11-22T11:45:00.000Z'))
  expect(lateBefore(new Date('2026-11-22T00:05:00.000Z'))).toEqual(new Date('2026-11-21T23:50:00.000Z'))
})

it('pages of those who pay come first: of every plan but that of guests and the free one', () => {
  expect(paidPlans).toEqual(['starter', 'growth', 'agency', 'scale'])
  expect(planNames.filter((plan) => !paidPlans.includes(plan))).toEqual(['guest', 'free'])
})
