import { dayIn, momentIn } from '@rts/shared/time-zone'
import { expect, it } from 'vitest'
import { endOfDay, nextMonthly } from './zone.ts'

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
