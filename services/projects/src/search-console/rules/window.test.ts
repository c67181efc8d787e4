import { expect, it } from 'vitest'
import { lastDays } from './window.ts'

it.each([
  ['2026-11-22T12:00:00Z', 1, '2026-11-20', '2026-11-20'],
  ['2026-11-22T12:00:00Z', 28, '2026-10-24', '2026-11-20'],
  // In California it is still the day before.
  ['2026-11-22T07:59:00Z', 1, '2026-11-19', '2026-11-19'],
  ['2026-11-22T08:00:00Z', 1, '2026-11-20', '2026-11-20'],
  // The night of a clock change, and a leap day.
  ['2026-11-01T08:30:00Z', 1, '2026-10-30', '2026-10-30'],
  ['2026-11-01T06:30:00Z', 1, '2026-10-29', '2026-10-29'],
  ['2024-03-02T12:00:00Z', 2, '2024-02-28', '2024-02-29'],
  ['2026-11-22T12:00:00Z', 480, '2025-07-29', '2026-11-20'],
])('30: at %s the last %d days are %s to %s', (now, days, startDate, endDate) => {
  expect(lastDays(days, new Date(now))).toEqual({ startDate, endDate })
})
