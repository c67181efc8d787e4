import { planNames } from '@rts/shared/plans'
import { expect, it } from 'vitest'
import { lateBefore, paidPlans } from './queue-order.ts'

it('a check is late a quarter of an hour after its time, also over midnight', () => {
  expect(lateBefore(new Date('2026-11-22T12:00:00.000Z'))).toEqual(new Date('2026-11-22T11:45:00.000Z'))
  expect(lateBefore(new Date('2026-11-22T00:05:00.000Z'))).toEqual(new Date('2026-11-21T23:50:00.000Z'))
})

it('pages of those who pay come first: of every plan but that of guests and the free one', () => {
  expect(paidPlans).toEqual(['starter', 'growth', 'agency', 'scale'])
  expect(planNames.filter((plan) => !paidPlans.includes(plan))).toEqual(['guest', 'free'])
})
