import { describe, expect, it } from 'vitest'
import { createHashing } from './hashing.ts'
import { isWeakPassword } from './passwords.ts'

describe('hashes of passwords in turn', () => {
  it('refuses the one that would wait behind a second of work, with when to try again, until a place is free', async () => {
    const hashing = createHashing(2)
    const ends: (() => void)[] = []
    const run = () => hashing.run(() => new Promise<void>((resolve) => ends.push(resolve)))
    const running = Array.from({ length: 22 }, run)
    const refusal = { code: 'rate_limited', facts: expect.objectContaining({ retryAfterSeconds: 1 }) }
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

describe('a new password', () => {
  it.each([
    ['a common one', '1234567890'],
    ['a common one in capitals', 'QWERTYUIOP'],
    ['a common one in full-width letters', 'ｑｗｅｒｔｙｕｉｏｐ'],
    ['a common one with white space around it', ' password123 '],
    ['one character', 'aaaaaaaaaa'],
    ['ten spaces', '          '],
    ['few characters', 'abababcabab'],
    ['a word again and again', 'Seattle-Seattle-Seattle-'],
    ['the alphabet', 'cdefghijklmnop'],
    ['the alphabet backwards', 'zyxwvutsrqpo'],
  ])('is weak: %s', (_what, password) => expect(isWeakPassword(password)).toBe(true))

  it.each(['correct horse battery staple', 'kopi susu gula aren', 'Tr0ub4dor&3x', 'пять старых лодок', 'abcdefghijx'])(
    'is not weak: %s',
    (password) => expect(isWeakPassword(password)).toBe(false),
  )
})
