import { defaultPlans } from '@rts/shared/plans'
import { expect, it } from 'vitest'
import { earliestDue, splitByDue, untilNext } from './tracked-keywords.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
const keyword = (dueAt: Date | null) => ({ plan: 'growth' as const, checkEveryDays: null, dueAt })

it('a page serves those who are due when it is seen', () => {
  const [early, now, late, never] = [keyword(at(6)), keyword(at(7)), keyword(at(8)), keyword(null)]
  expect(splitByDue([early, late, now, never], at(7))).toEqual({ due: [early, now], others: [late, never] })
})

it('who was served is due at the slot nearest to a rhythm later, on a rhythm of their own where they have one', () => {
  const when = { slotSeconds: 7 * 3_600, seenAt: at(7), plans: defaultPlans }
  expect(untilNext(keyword(at(6)), when).dueAt).toEqual(new Date('2026-11-22T07:00:00Z'))
  expect(untilNext({ ...keyword(at(6)), checkEveryDays: 7 }, when).dueAt).toEqual(new Date('2026-11-28T07:00:00Z'))
})

it('a page is due with the first of its keywords', () => {
  expect(earliestDue([keyword(at(8)), keyword(null), keyword(at(7))])).toEqual(at(7))
  expect(earliestDue([keyword(null)])).toBeNull()
})
