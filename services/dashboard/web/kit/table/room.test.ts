import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roomFor, type Sized } from './room.ts'

const column = fc.record<Sized>(
  { width: fc.integer({ min: 40, max: 300 }), priority: fc.constantFrom(1, 2, 3) },
  { requiredKeys: [] },
)
const flexible = 180

it('whatever columns a table has, those shown at a width fit into it beside 180 pixels of names', () => {
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 220, max: 1_300 }),
      (all, width) => {
        const { rooms, min } = roomFor(all, { flexible, beside: 36 })
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
  expect(roomFor(columns, { flexible }).rooms).toEqual([null, 480, 600, 280, 400])
})

it('what was ticked stays, and is room that the others do not have', () => {
  const columns: Sized[] = [{}, { width: 100 }, { width: 100, priority: 3 }]
  const { rooms, min } = roomFor(columns, { flexible, staying: [false, false, true] })
  expect([rooms, min]).toEqual([[null, 400, null], 280])
})

it('a column that fits no screen is never shown by itself', () => {
  expect(roomFor([{}, { width: 2_000 }], { flexible }).rooms).toEqual([null, 'never'])
})
