import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextSlot } from './slot.ts'

it('a slot is half a day to one and a half away, always at the same time of day, and slots spread', () => {
  const at = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.uuid(), at, (key, now) => {
      const slot = nextSlot(key, now)
      const hours = (slot.getTime() - now.getTime()) / 3_600_000
      expect(hours).toBeGreaterThanOrEqual(12)
      expect(hours).toBeLessThan(36)
      expect(nextSlot(key, slot).toISOString().slice(11)).toBe(slot.toISOString().slice(11))
    }),
  )
  const hours = Array.from({ length: 2_400 }, (_, i) => nextSlot(`${i}:openai`, new Date(0)).getUTCHours())
  for (let hour = 0; hour < 24; hour++) expect(hours.filter((each) => each === hour).length).toBeGreaterThan(50)
})
