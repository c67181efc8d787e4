import { expect, it } from 'vitest'
import { nextMonday, weekOf } from './week.ts'

it.each([
  ['2026-11-23T00:00:00.000Z', '2026-11-23', '2026-11-30'],
  ['2026-11-24T12:34:56.000Z', '2026-11-23', '2026-11-30'],
  ['2026-11-29T23:59:59.999Z', '2026-11-23', '2026-11-30'],
  ['2026-12-31T10:00:00.000Z', '2026-12-28', '2027-01-04'],
])('the week of %s begins on Monday %s, the next one on %s', (now, monday, next) => {
  expect(weekOf(new Date(now)).toISOString()).toBe(`${monday}T00:00:00.000Z`)
  expect(nextMonday(new Date(now)).toISOString()).toBe(`${next}T00:00:00.000Z`)
})
