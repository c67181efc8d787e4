import { expect, it } from 'vitest'
import { type DataColumn, grouped, readSort, sorted, writeSort } from './column.ts'

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
