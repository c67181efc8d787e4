import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextDue, slotOf } from './daily-slot.ts'

const dayMs = 86_400_000
const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const slot = fc.integer({ min: 0, max: 86_399 })
const rhythm = fc.constantFrom(1, 7)

describe('nextDue', () => {
  it('is half a day around one rhythm later, at its own second of the day', () => {
    fc.assert(
      fc.property(instant, rhythm, slot, (at, days, seconds) => {
        const due = nextDue(at, days, seconds).getTime()
        const ahead = due - at.getTime()
        return ahead >= (days - 0.5) * dayMs && ahead < (days + 0.5) * dayMs && due % dayMs === seconds * 1_000
      }),
    )
  })

  it('is exactly one rhythm after the slot however late within the half day the check ran', () => {
    fc.assert(
      fc.property(instant, rhythm, slot, fc.integer({ min: 0, max: dayMs / 2 - 1 }), (at, days, seconds, lateMs) => {
        const slotAt = nextDue(at, days, seconds).getTime()
        return nextDue(new Date(slotAt + lateMs), days, seconds).getTime() === slotAt + days * dayMs
      }),
    )
  })
})

it('slots of many pages spread over the whole day', () => {
  const hours = new Set(Array.from({ length: 500 }, (_, i) => Math.floor(slotOf(`phrase ${i}`, 'us', 'en') / 3_600)))
  expect(hours.size).toBe(24)
})
