import { describe, expect, it } from 'vitest'
import { changeOf, isComparable } from './comparable.ts'

it('a rank compares with what looked as deep as it is, and with all that was found', () => {
  const compares = (now: [number | null, number | null], before: [number | null, number | null]) =>
    isComparable({ position: now[0], depth: now[1] }, { position: before[0], depth: before[1] })
  expect(compares([0, 20], [45, 100])).toBe(false)
  expect(compares([45, 100], [0, 20])).toBe(false)
  expect(compares([0, 20], [15, 100])).toBe(true)
  expect(compares([15, 100], [0, 20])).toBe(true)
  expect(compares([12, 20], [45, 100])).toBe(true)
  expect(compares([0, 20], [0, 100])).toBe(true)
  expect(compares([0, null], [45, null])).toBe(true)
  expect([compares([null, null], [4, 100]), compares([4, 100], [null, null])]).toEqual([false, false])
})

describe('changeOf', () => {
  it('is positive when a rank went up', () => expect(changeOf(10, 4)).toBe(6))
  it('is unknown when either check found nothing or never was', () => {
    for (const [previous, present] of [
      [0, 4],
      [4, 0],
      [null, 4],
      [4, null],
    ] as const) {
      expect(changeOf(previous, present)).toBeNull()
    }
  })
})
