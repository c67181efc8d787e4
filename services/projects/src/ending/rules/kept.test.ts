import { expect, it } from 'vitest'
import { historyStart, importStart } from '../../ending/rules/kept.ts'

const now = new Date('2026-03-31T12:00:00Z')

it('keeps whole months beside the present one, over years and at the end of long months', () => {
  expect(historyStart(now, 1)).toEqual(new Date('2026-02-01'))
  expect(historyStart(now, 15)).toEqual(new Date('2024-12-01'))
})

it('lets an import reach back five years, or as far as history is kept if that is less', () => {
  const started = [undefined, 6, 90].map((months) => importStart(now, months))
  expect(started).toEqual([new Date('2021-03-01'), new Date('2025-09-01'), new Date('2021-03-01')])
})
