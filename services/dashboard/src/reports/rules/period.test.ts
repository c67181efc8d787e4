import { expect, it } from 'vitest'
import { daysFrom, spanOf, todayOf } from './period.ts'
import { nextMonthly } from './zone.ts'

const open = { from: null, until: null }

it.each([
  ['days7', '2026-11-17', '2026-11-24'],
  ['days28', '2026-10-27', '2026-11-24'],
  ['days365', '2025-11-24', '2026-11-24'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
] as const)('%s is on 24 November 2026 from %s to %s', (period, from, until) => {
  expect(spanOf({ period, ...open }, '2026-11-24')).toEqual({ from, until })
})

it.each(['Pacific/Honolulu', 'UTC', 'Asia/Jakarta', 'Pacific/Kiritimati'])(
  'a report of %s ends on the day on which its ranks end, and its last month is that of its letter',
  (timeZone) => {
    const at = (time: string) => new Date(`2026-11-${time}Z`)
    const days = ['28T01:00', '28T12:00', '28T23:00'].map((time) => todayOf({ period: 'days7', timeZone }, at(time)))
    expect(days).toEqual(['2026-11-28', '2026-11-28', '2026-11-28'])
    const due = nextMonthly(timeZone, at('28T12:00'))
    const { until } = spanOf({ period: 'lastMonth', ...open }, todayOf({ period: 'lastMonth', timeZone }, due))
    expect(until).toBe('2026-11-30')
  },
)

it('the last month of January is December', () => {
  expect(spanOf({ period: 'lastMonth', ...open }, '2027-01-01')).toEqual({ from: '2026-12-01', until: '2026-12-31' })
})

it('two dates stay, whatever day it is', () => {
  const fixed = { from: '2026-01-05', until: '2026-02-01' }
  expect(spanOf({ period: 'fixed', ...fixed }, '2026-11-24')).toEqual(fixed)
})

it('both days of a period count', () => {
  expect(daysFrom('2026-10-25', '2026-10-25')).toBe(1)
  expect(daysFrom('2026-02-01', '2026-03-01')).toBe(29)
})
