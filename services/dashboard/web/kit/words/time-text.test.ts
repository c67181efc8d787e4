import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ago } from './time-text.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const minuteMs = 60_000

describe('how far a moment is', () => {
  it.each([
    [0, 'just now'],
    [-0.5, 'just now'],
    [0.5, 'in a moment'],
    [-8, '8 min ago'],
    [-59.9, '59 min ago'],
    [-60, '1 hr ago'],
    [-47 * 60, 'yesterday'],
    [72 * 60, 'in 3 days'],
    [-40 * 24 * 60, '14 Oct 2026'],
  ])('%f minutes from now: %s', (minutes, text) => {
    expect(ago(now + minutes * minuteMs, now)).toBe(text)
  })

  it('never says more time than has passed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 59 }), fc.nat(59), (minutes, seconds) => {
        expect(ago(now - minutes * minuteMs - seconds * 1_000, now)).toBe(`${minutes} min ago`)
      }),
    )
  })
})
