import { expect, it } from 'vitest'
import { daysRead, historyWindow } from './history-window.ts'

it('covers the whole last day when `to` is a date', () => {
  expect(historyWindow('2026-05-01', '2026-05-01')).toEqual({
    from: new Date('2026-05-01T00:00:00.000Z'),
    until: new Date('2026-05-01T23:59:59.999Z'),
  })
})

it('ends at the very instant when `to` is a timestamp', () => {
  expect(historyWindow(undefined, '2026-05-01T10:00:00.500Z').until).toEqual(new Date('2026-05-01T10:00:00.500Z'))
})

it('refuses a window that ends before it begins', () => {
  expect(() => historyWindow('2026-05-02', '2026-05-01')).toThrow('from is after to')
})

it('a year of two thousand keywords is read, a quarter of ten thousand, and a day of however many', () => {
  expect([2_000, 10_000, 5_000_000].map(daysRead)).toEqual([450, 90, 1])
  expect(daysRead(0)).toBeGreaterThan(480)
})
