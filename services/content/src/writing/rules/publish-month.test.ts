import { expect, it } from 'vitest'
import { monthOf, publishMonthIssue } from './publish-month.ts'

const issues = (now: string, ...months: string[]) => months.map((month) => publishMonthIssue(month, new Date(now)))

it('a month to publish in is this one, or one of the next 24, in UTC', () => {
  expect(issues('2026-11-30T23:59:59.999Z', '2026-11', '2028-11')).toEqual([null, null])
  const message = 'must be a month from 2026-11 to 2028-11'
  expect(issues('2026-11-01T00:00:00.000Z', '2026-10', '2028-12')).toEqual([message, message])
  expect(issues('2027-01-31T12:00:00.000Z', '2026-12', '2029-01')).toEqual([
    'must be a month from 2027-01 to 2029-01',
    null,
  ])
  expect(monthOf(new Date('2026-12-01T00:00:00+09:00'))).toBe('2026-11')
})
