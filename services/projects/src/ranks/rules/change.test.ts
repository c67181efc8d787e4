import { describe, expect, it } from 'vitest'
import { changeOf } from './change.ts'

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
