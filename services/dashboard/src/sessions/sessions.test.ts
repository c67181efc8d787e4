import { AppError } from '@rts/shared/errors'
import { describe, expect, it } from 'vitest'
import { freshSeconds, requireFresh } from './sessions.ts'

const codeOf = (ageSeconds: number) => {
  try {
    requireFresh({ ageSeconds })
    return null
  } catch (error) {
    return error instanceof AppError && [error.status, error.code]
  }
}

describe('a session', () => {
  it('is fresh for ten minutes after signing in, and no longer', () => {
    expect(freshSeconds).toBe(600)
    expect([0, 599, 600].map(codeOf)).toEqual([null, null, null])
    expect([601, 1_209_600].map(codeOf)).toEqual([
      [403, 'sign_in_again'],
      [403, 'sign_in_again'],
    ])
  })
})
