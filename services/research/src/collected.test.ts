import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowsOf, tableOf } from './collected.ts'

it('rows come back from their columns', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ a: fc.integer(), b: fc.option(fc.string()) })), (rows) => {
      expect(rowsOf(tableOf(rows, ['a', 'b']))).toEqual(rows)
    }),
  )
})
