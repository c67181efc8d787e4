import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstDue, isDue, isWithinRhythm, nextBudgetDay, retryDelay } from './rhythm.ts'

const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const slot = fc.integer({ min: 0, max: 86_399 })
const rhythm = fc.constantFrom(1, 7)

describe('firstDue', () => {
  const now = new Date('2026-05-10T12:00:00.000Z')
  const page = { rhythmDays: 7, slotSeconds: 0, now }

  it('is now for a page that this account never had', () => {
    expect(firstDue(null, page)).toEqual(now)
  })

  it('is the next regular time when the account had a check within the rhythm, removed and added again or not', () => {
    expect(firstDue(new Date('2026-05-08T00:00:00.000Z'), page)).toEqual(new Date('2026-05-15T00:00:00.000Z'))
  })

  it('is now once the rhythm is over', () => {
    expect(firstDue(new Date('2026-05-03T12:00:00.000Z'), page)).toEqual(now)
  })

  it('never lies in the past', () => {
    fc.assert(
      fc.property(instant, fc.option(instant), rhythm, slot, (at, lastCheckedAt, rhythmDays, slotSeconds) => {
        return firstDue(lastCheckedAt, { rhythmDays, slotSeconds, now: at }) >= at
      }),
    )
  })
})

it('a page serves the keywords that are due when it is fetched, and no others', () => {
  const seenAt = new Date('2026-05-10T12:00:00.000Z')
  expect(isDue({ dueAt: seenAt }, seenAt)).toBe(true)
  expect(isDue({ dueAt: new Date(seenAt.getTime() + 1) }, seenAt)).toBe(false)
  expect(isDue({ dueAt: null }, seenAt)).toBe(false)
})

it('a check replaces another for less than one rhythm', () => {
  const now = new Date('2026-05-10T12:00:00.000Z')
  expect(isWithinRhythm(new Date('2026-05-09T12:00:00.001Z'), now, 1)).toBe(true)
  expect(isWithinRhythm(new Date('2026-05-09T12:00:00.000Z'), now, 1)).toBe(false)
  expect(isWithinRhythm(null, now, 1)).toBe(false)
})

it('what the day cannot pay for is due in the first hour of the next UTC day, spread by the slots', () => {
  const now = new Date('2026-05-10T23:59:59.000Z')
  const dues = [0, 43_200, 86_399].map((slotSeconds) => nextBudgetDay(now, slotSeconds).toISOString())
  expect(dues).toEqual(['2026-05-11T00:00:00.000Z', '2026-05-11T00:30:00.000Z', '2026-05-11T00:59:59.958Z'])
})

describe('retryDelay', () => {
  it('grows, and is a day from the fifth failure on', () => {
    expect([1, 2, 3, 4, 5, 9].map((tries) => retryDelay(tries, null, false))).toEqual([
      30, 120, 480, 1_920, 86_400, 86_400,
    ])
  })
  it('waits at least as long as the provider asks for', () => expect(retryDelay(1, 3_600, false)).toBe(3_600))
  it('does not repeat what cannot succeed', () => expect(retryDelay(1, null, true)).toBeNull())
})
