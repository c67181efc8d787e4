import { dayMs } from '@rts/shared/clock'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekOf } from './mondays.ts'

const zones = [
  'UTC',
  'Asia/Jakarta',
  'Asia/Kathmandu',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Europe/Berlin',
]
const local = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit', timeZone }).format(at)

describe('the week of a letter', () => {
  it('begins on Monday at eight in the zone of the person', () => {
    const { monday, isOpen, next } = weekOf(new Date('2026-11-23T01:00:00Z'), 'Asia/Jakarta')
    expect({ monday, isOpen }).toEqual({ monday: '2026-11-23', isOpen: true })
    expect(next.toISOString()).toBe('2026-11-30T01:00:00.000Z')
    expect(weekOf(new Date('2026-11-23T00:59:59Z'), 'Asia/Jakarta')).toMatchObject({
      monday: '2026-11-16',
      isOpen: false,
    })
  })

  it('is open for two days: a letter that is later is none', () => {
    expect(weekOf(new Date('2026-11-25T07:59:59Z'), 'UTC')).toMatchObject({ monday: '2026-11-23', isOpen: true })
    expect(weekOf(new Date('2026-11-25T08:00:00Z'), 'UTC')).toMatchObject({ monday: '2026-11-23', isOpen: false })
  })

  it('at any moment in any zone the next one is a Monday at eight, within a week and the hour of a changed clock', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2025-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        (now, zone) => {
          const { next } = weekOf(now, zone)
          expect(local(next, zone)).toBe('Monday 08:00')
          expect(next > now).toBe(true)
          expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(7 * dayMs + 3_600_000)
          expect(weekOf(next, zone).isOpen).toBe(true)
        },
      ),
    )
  })
})
