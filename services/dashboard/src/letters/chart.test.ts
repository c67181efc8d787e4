import { decode } from 'fast-png'
import { expect, it } from 'vitest'
import { chartOf } from './chart.ts'

/** The middle of the line in a column of the picture, as a part of its height; null where nothing is drawn. */
function lineAt(values: (number | null)[], part: number): number | null {
  const { width, height, data } = decode(chartOf(values)?.png ?? Buffer.alloc(0))
  const x = Math.round(part * (width - 1))
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) => data[(y * width + x) * 4 + 3] === 255)
  return rows.length === 0 ? null : rows.reduce((sum, y) => sum + y, 0) / rows.length / height
}

it('a chart is a PNG of twice its size on the page, whose line rises with its values', () => {
  const chart = chartOf([10, 20, 30])
  expect(decode(chart?.png ?? Buffer.alloc(0))).toMatchObject({ width: 1_120, height: 240, channels: 4 })
  expect([chart?.width, chart?.height]).toEqual([560, 120])
  const places = [0.05, 0.5, 0.95].map((part) => lineAt([10, 20, 30], part) ?? -1)
  expect(places).toEqual(places.toSorted((one, other) => other - one))
  expect(places[1]).toBeCloseTo(0.5, 1)
})

it('a tremble stays small, and an unknown day is a gap', () => {
  expect(lineAt([10, 10.1, 10], 0.5)).toBeCloseTo(0.5, 1)
  expect(lineAt([10, 10, null, 10, 10], 0.5)).toBeNull()
  expect(lineAt([10, 10, null, 10, 10], 0.1)).not.toBeNull()
})

it('there is none of a single day', () => {
  expect(chartOf([null, 10, null])).toBeNull()
})
