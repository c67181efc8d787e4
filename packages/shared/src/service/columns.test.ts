import { expect, it } from 'vitest'
import { columns } from './columns.ts'

it('answers an array for each field, in the order of the fields, with the rows in theirs', () => {
  const rows = [
    { id: 'a', place: 1, url: null },
    { id: 'b', place: 2, url: 'https://b.example' },
  ]
  expect(columns(rows, 'place', 'id')).toEqual([
    [1, 2],
    ['a', 'b'],
  ])
})

it('answers an empty array for each field where there is no row', () => {
  const none: { id: string; place: number }[] = []
  expect(columns(none, 'id', 'place')).toEqual([[], []])
})
