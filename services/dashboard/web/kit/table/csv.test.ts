import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvName, csvOf, readCsv } from './csv.ts'

const columns = [0, 1].map((i) => ({ head: `c${i}`, value: (row: (string | number | null)[]) => row[i] ?? null }))

describe('a file for spreadsheets', () => {
  it('has a head, a line per row, and nothing for an unknown value', () => {
    expect(
      csvOf(columns, [
        ['a', 1],
        [null, 0],
      ]),
    ).toBe('\uFEFFc0,c1\r\na,1\r\n,0\r\n')
  })

  it('has a column in parts where the column says so', () => {
    const filed = [
      { head: 'd', value: () => null },
      { head: 'e', value: () => 'no' },
    ]
    expect(csvOf([...columns, { head: 'c2', value: () => 0, filed }], [['a', 1]])).toBe(
      '\uFEFFc0,c1,d,e\r\na,1,,no\r\n',
    )
  })

  it.each([
    ['keywords', 'example.com', 'keywords-example.com-2026-11-29.csv'],
    ['positions of “flat white / 1”', 'example.com', 'positions-of-flat-white-1-example.com-2026-11-29.csv'],
    ['kata kunci', '', 'kata-kunci-2026-11-29.csv'],
    ['キーワード', 'xn--caf-dma.example', 'キーワード-xn--caf-dma.example-2026-11-29.csv'],
  ])('%j of %j is in the file %s', (name, subject, file) => {
    expect(csvName(name, subject, Date.parse('2026-11-29T23:59:59Z'))).toBe(file)
  })

  it('runs no formula of a text, and keeps negative numbers', () => {
    const text = csvOf(columns, [
      ['=1+1', -2],
      ['@x', '-y'],
      ['+z', '\ta'],
    ])
    expect(text.split('\r\n').slice(1, 4)).toEqual(["'=1+1,-2", "'@x,'-y", "'+z,'\ta"])
  })

  it.each(['\n=1', '\r\n=1', ' =1', '\u00a0+1', '\u3000@x', '＝1', '＋1', '－1', '＠x'])(
    'runs no formula of %j',
    (value) => {
      const [, [cell] = []] = readCsv(csvOf(columns, [[value, null]]))
      expect(cell).toBe(`'${value}`)
    },
  )

  it('is read as it was written, whatever the cells hold', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', '\n', '\r\n', ' ') }).map((text) => `x${text}`)
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        expect(readCsv(csvOf(columns, rows)).slice(1)).toEqual(rows)
      }),
    )
  })

  it('is read with any line end, and without empty lines', () => {
    expect(readCsv('a,b\n\nc,"d ""e"", f"\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd "e", f'],
    ])
  })
})
