import { AppError } from '@rts/shared/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayColumns, maxPositions, requirePageOfDays } from './day-columns.ts'

it('has a position where there was a check, 0 among them, and null elsewhere, in the order of keywords and days', () => {
  const found = [
    { keywordId: 'b', day: '2026-03-01', position: 0 },
    { keywordId: 'a', day: '2026-03-02', position: 7 },
    { keywordId: 'a', day: '2026-02-01', position: 9 },
    { keywordId: 'c', day: '2026-03-01', position: 9 },
  ]
  expect(dayColumns(['a', 'b'], ['2026-03-01', '2026-03-02'], found)).toEqual([
    [null, 7],
    [0, null],
  ])
})

describe('a page of days', () => {
  const refusalOf = (days: number, keywords: number) => {
    try {
      requirePageOfDays(days, keywords)
      return null
    } catch (error) {
      return error instanceof AppError ? error.message : String(error)
    }
  }

  it('is refused beyond 100,000 positions; each way out that the refusal names is taken, and no wider one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 }), fc.integer({ min: 0, max: 10_000 }), (days, keywords) => {
        const refusal = refusalOf(days, keywords)
        expect(refusal !== null).toBe(days * keywords > maxPositions)
        if (refusal === null) return
        const [, limit, fewer] = /limit=(\d+) .* at most (\d+) days$/.exec(refusal) ?? []
        expect([refusalOf(days, Number(limit)), refusalOf(Number(fewer), keywords)]).toEqual([null, null])
        expect(refusalOf(Number(fewer) + 1, keywords)).not.toBeNull()
        if (Number(limit) < 1_000) expect(refusalOf(days, Number(limit) + 1)).not.toBeNull()
      }),
    )
  })

  it('that is refused names both numbers', () => {
    expect(refusalOf(30, 10_000)).toBe(
      'days must be fewer: 30 days of 10,000 keywords are 300,000 positions, and a page has at most 100,000: ask for limit=1000 and follow nextCursor, or for at most 10 days',
    )
  })
})
