import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeTicks } from './time-plot.ts'

const at = (day: string) => Date.parse(day)
const texts = (from: string, until: string, max: number) => timeTicks(at(from), at(until), max).map(({ text }) => text)

describe('the dates of an axis', () => {
  it('are days where there is room for them', () => {
    expect(texts('2026-10-25', '2026-11-23', 7)).toEqual(['26 Oct', '2 Nov', '9 Nov', '16 Nov', '23 Nov'])
    expect(texts('2026-11-17', '2026-11-23', 7)).toHaveLength(7)
  })

  it('are starts of months over a year, and of years over many', () => {
    expect(texts('2025-11-24', '2026-11-23', 7)).toEqual([
      'Jan 2026',
      'Mar 2026',
      'May 2026',
      'Jul 2026',
      'Sept 2026',
      'Nov 2026',
    ])
    expect(texts('2010-05-01', '2026-11-23', 4)).toEqual(['2015', '2020', '2025'])
  })

  it('are of one kind, each once, ascending, within the axis, and never more than there is room for but by one', () => {
    const days = fc.integer({ min: 0, max: 5_000 })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 2, max: 14 }), (start, length, max) => {
        const from = start * 86_400_000
        const until = from + length * 86_400_000
        const ticks = timeTicks(from, until, max)
        expect(ticks.length).toBeGreaterThan(0)
        expect(ticks.length).toBeLessThanOrEqual(max + 1)
        const kinds = new Set(ticks.map(({ text }) => text.replace(/\d+/g, '0').replace(/[A-Z][a-z]+/, 'M')))
        expect(kinds.size).toBe(1)
        expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length)
        for (const [i, tick] of ticks.entries()) {
          expect(tick.at).toBeGreaterThanOrEqual(ticks[i - 1]?.at ?? from)
          expect(tick.at).toBeLessThanOrEqual(until)
        }
      }),
      { numRuns: runs(500) },
    )
  })
})
