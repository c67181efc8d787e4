import { describe, expect, it } from 'vitest'
import { isWeakPassword } from './weak-passwords.ts'

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
