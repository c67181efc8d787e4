import { describe, expect, it } from 'vitest'
import { createHashing } from './hashing.ts'

describe('hashes of passwords in turn', () => {
  it('refuses the one that would wait behind a second of work, with when to try again, until a place is free', async () => {
    const hashing = createHashing(2)
    const ends: (() => void)[] = []
    const run = () => hashing.run(() => new Promise<void>((resolve) => ends.push(resolve)))
    const running = Array.from({ length: 22 }, run)
    const refusal = { code: 'rate_limited', facts: { retryAfterSeconds: 1 } }
    expect(() => hashing.requireRoom()).toThrow(expect.objectContaining(refusal))
    await expect(run()).rejects.toMatchObject(refusal)
    ends.shift()?.()
    await running[0]
    expect(() => hashing.requireRoom()).not.toThrow()
  })

  it('frees the place of a hash that failed', async () => {
    const hashing = createHashing(1)
    for (let i = 0; i < 30; i++)
      await expect(hashing.run(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
    expect(() => hashing.requireRoom()).not.toThrow()
  })
})
