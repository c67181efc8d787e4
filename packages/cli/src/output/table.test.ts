import { expect, it } from 'vitest'
import { widthOf } from './safe.ts'
import { type Column, tableOf } from './table.ts'

type Row = { keyword: string; position: number; url: string }
const columns: Column<Row>[] = [
  { head: 'keyword', value: ({ keyword }) => keyword },
  { head: 'position', isRight: true, value: ({ position }) => position },
  { head: 'url', value: ({ url }) => url },
]
const rows = [
  { keyword: 'コーヒー豆', position: 3, url: 'https://example.com/coffee' },
  { keyword: 'tea\u001b[2J', position: 12, url: 'https://example.com/tea/and/much/more/that/is/long' },
]
const style = { hasColour: false, isAscii: false }

it('a table is whole where there is no terminal', () => {
  expect(tableOf(columns, rows, { ...style, columns: null })).toBe(
    `keyword       position  url
コーヒー豆           3  https://example.com/coffee
tea\\u001b[2J        12  https://example.com/tea/and/much/more/that/is/long
`,
  )
})

it.each([40, 50, 120])('a table never breaks its lines on a terminal of %i columns', (width) => {
  const lines = tableOf(columns, rows, { ...style, columns: width }).split('\n')
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
  expect(lines[2]).toContain('12')
})
