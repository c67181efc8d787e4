import { dayIn, momentIn } from '@rts/shared/time-zone'
import { expect, it } from 'vitest'
import { daysFrom, endOfDay, nextMonthly, spanOf, todayOf } from './period.ts'

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

it.each([
  ['Asia/Jakarta', '2026-11-30T18:00:00Z', '2026-12-01'],
  ['UTC', '2026-11-30T18:00:00Z', '2026-11-30'],
  ['Pacific/Auckland', '2026-11-30T11:00:00Z', '2026-12-01'],
  ['America/Los_Angeles', '2026-12-01T07:59:00Z', '2026-11-30'],
])('in %s it is at %s the day %s', (zone, at, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day)
})

it.each([
  ['Asia/Jakarta', '2026-11-24', '2026-12-01T01:00:00.000Z'],
  ['UTC', '2026-12-31', '2027-01-01T08:00:00.000Z'],
  ['Europe/Berlin', '2026-03-24', '2026-04-01T06:00:00.000Z'],
  ['Pacific/Auckland', '2026-11-24', '2026-11-30T19:00:00.000Z'],
])('in %s the letter after %s is due on the first at eight: %s', (zone, day, due) => {
  expect(nextMonthly(zone, new Date(`${day}T12:00:00Z`)).toISOString()).toBe(due)
})

it('a letter that is due now makes the next one due a month later', () => {
  const due = new Date('2026-12-01T01:00:00Z')
  expect(nextMonthly('Asia/Jakarta', due).toISOString()).toBe('2027-01-01T01:00:00.000Z')
  expect(nextMonthly('Asia/Jakarta', new Date(due.getTime() - 1))).toEqual(due)
})

it('a day ends at the midnight of its zone, on days of 23 and 25 hours too', () => {
  expect(endOfDay('Asia/Jakarta', '2026-11-30').toISOString()).toBe('2026-11-30T17:00:00.000Z')
  expect(endOfDay('Europe/Berlin', '2026-03-29').toISOString()).toBe('2026-03-29T22:00:00.000Z')
  expect(endOfDay('Europe/Berlin', '2026-10-25').toISOString()).toBe('2026-10-25T23:00:00.000Z')
  expect(momentIn('Europe/Berlin', '2026-03-29', 8).toISOString()).toBe('2026-03-29T06:00:00.000Z')
})
