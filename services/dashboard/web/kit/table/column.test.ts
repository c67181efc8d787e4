import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DataColumn, grouped, readSort, roomFor, type Sized, sorted, writeSort } from './column.ts'

type Row = { name: string; position: number | null }
const columns: DataColumn<Row>[] = [
  { id: 'name', head: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  {
    id: 'position',
    head: 'Position',
    cell: ({ position }) => position,
    value: ({ position }) => position,
    order: ({ position }) => (position === 0 ? 1_000 : position),
  },
]
const rows = [null, 0, 42, 1].map((position) => ({ name: `kw ${position ?? 'x'}`, position }))
const positions = (sort: string) => sorted(rows, columns, readSort(sort)).map(({ position }) => position)

it('a column sorts up and down; unknown values are last in both', () => {
  expect(positions('position')).toEqual([1, 42, 0, null])
  expect(positions('-position')).toEqual([0, 42, 1, null])
})

it('numbers inside of words count as numbers', () => {
  expect(positions('name')).toEqual([0, 1, 42, null])
})

it('a column that is not there sorts nothing', () => {
  expect(positions('missing')).toEqual([null, 0, 42, 1])
})

it('an order is written as it is read', () => {
  expect(['position', '-position'].map((text) => writeSort(readSort(text)))).toEqual(['position', '-position'])
})

it('rows of a group are together at its first row, and rows without a group stay single', () => {
  const group: DataColumn<[string, string | null]> = {
    id: 'group',
    head: 'Group',
    groups: true,
    cell: ([, of]) => of,
    value: ([, of]) => of,
  }
  const ordered: [string, string | null][] = [
    ['tea', 'drinks'],
    ['pan', null],
    ['mug', 'cups'],
    ['chai', 'drinks'],
    ['pot', null],
    ['cup', 'cups'],
  ]
  const names = (column?: typeof group) => grouped(ordered, column).map(([name]) => name)
  expect(names(group)).toEqual(['tea', 'chai', 'pan', 'mug', 'cup', 'pot'])
  expect(names()).toEqual(ordered.map(([name]) => name))
})

const sized = fc.record<Sized>(
  { width: fc.integer({ min: 40, max: 300 }), priority: fc.constantFrom(1, 2, 3) },
  { requiredKeys: [] },
)
const flexible = 180

it('whatever columns a table has, those shown at a width fit into it beside 180 pixels of names', () => {
  fc.assert(
    fc.property(
      fc.array(sized, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 220, max: 1_300 }),
      (all, width) => {
        const { rooms, min } = roomFor(all, { flexible: flexible, beside: 36 })
        const shown = all.filter((_, at) => at > 0 && rooms[at] !== 'never' && (rooms[at] ?? 0) <= width)
        const taken = shown.reduce((sum, each) => sum + (each.width ?? flexible), 36 + 180)
        expect(rooms[0]).toBe(null)
        if (min <= width) expect(taken).toBeLessThanOrEqual(width)
      },
    ),
  )
})

it('the columns with the greatest number leave first, and of equal ones the last', () => {
  const columns: Sized[] = [
    {},
    { width: 100, priority: 2 },
    { width: 100, priority: 3 },
    { width: 100 },
    { width: 100 },
  ]
  expect(roomFor(columns, { flexible: flexible }).rooms).toEqual([null, 480, 600, 280, 400])
})

it('what was ticked stays, and is room that the others do not have', () => {
  const columns: Sized[] = [{}, { width: 100 }, { width: 100, priority: 3 }]
  const { rooms, min } = roomFor(columns, { flexible: flexible, staying: [false, false, true] })
  expect([rooms, min]).toEqual([[null, 400, null], 280])
})

it('a column that fits no screen is never shown by itself', () => {
  expect(roomFor([{}, { width: 2_000 }], { flexible: flexible }).rooms).toEqual([null, 'never'])
})
