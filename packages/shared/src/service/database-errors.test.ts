import { describe, expect, it } from 'vitest'
import { refusalOf } from './database-errors.ts'

describe('a refusal by the database', () => {
  it('is named by its state, table and column or constraint, without values of the row', () => {
    const detail = 'Failing row contains (secret)'
    const place = { schema: 'ranks', table: 'notable_change', detail, message: `null value: ${detail}` }
    expect(refusalOf({ code: '23502', ...place, column: 'before_own' })).toBe('23502 ranks.notable_change.before_own')
    expect(refusalOf({ code: '23514', ...place, constraint: 'notable_change_check' })).toBe(
      '23514 ranks.notable_change.notable_change_check',
    )
    expect(refusalOf({ code: '22003', message: 'value "12" is out of range' })).toBe('22003')
  })

  it.each(['08006', '40001', '40P01', '53300', '57014', '57P01', 'ECONNRESET', '2', undefined])(
    'is not %s: the same write may succeed',
    (code) => {
      expect(refusalOf(Object.assign(new Error('other'), { code }))).toBeNull()
    },
  )
})
