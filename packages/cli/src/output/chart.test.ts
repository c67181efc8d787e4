import { describe, expect, it } from 'vitest'
import { chartOf, type Point } from './chart.ts'

const style = { columns: 60, hasColour: false, isAscii: false }
const pointsOf = (positions: (number | null)[]): Point[] =>
  positions.flatMap((position, i) =>
    position === null ? [] : { position, checkedAt: new Date(Date.UTC(2026, 2, 1 + i, 7)).toISOString() },
  )

describe('the chart of a keyword', () => {
  it('has the first place on top, a line through the checks and a row of its own for not found', () => {
    expect(chartOf(pointsOf([3, 1, 1, 0, 2]), 24, style)).toEqual([
      '    1 ┤   ╭─────',
      '    2 ┤   │        ───',
      '    3 ┤───╯',
      ' lost ┤         ×××',
      '       2026-03-01 to 2026-03-05',
    ])
  })

  it('tells days without a check from those with one', () => {
    expect(chartOf(pointsOf([5, null, 4]), 20, style)[1]).toBe('    5 ┤───╌╌╌╯')
  })

  it('is drawn with ASCII where the terminal has no more', () => {
    const lines = chartOf(pointsOf([3, 1, 0, 2, 4]), 40, { ...style, isAscii: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is the range of ASCII
    expect(lines.join('')).toMatch(/^[\u0000-\u007f]*$/)
  })

  it.each([40, 80, 200])('fits into %i columns, whatever the time', (width) => {
    for (const days of [1, 7, 90, 3_650]) {
      const lines = chartOf(pointsOf(Array.from({ length: days }, (_, i) => 1 + ((i * 37) % 100))), width, style)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
      expect(lines.length).toBeLessThanOrEqual(14)
    }
  })

  it('says so where it was never found', () => {
    expect(chartOf(pointsOf([0, 0]), 40, style)).toEqual(['not found in 2 checks'])
  })
})
