import { expect, it } from 'vitest'
import { endedSignUpCookie, signedUpPerson, signUpCookie, signUpCookieName } from './cookies.ts'

const now = new Date('2026-03-01T00:00:00Z')
const later = (hours: number) => new Date(now.getTime() + 3_600_000 * hours)
const rules = { cookieName: signUpCookieName('__Host-rts'), secret: 'a secret', isSecure: true }
const line = signUpCookie(rules, 'p1', now)
const value = line.split(';')[0]?.split('=')[1]

it('names the person for a day', () => {
  expect(signedUpPerson(value, 'a secret', later(23))).toBe('p1')
  expect(signedUpPerson(value, 'a secret', later(24))).toBeUndefined()
})

it('names nobody by another secret, a changed person, or a value that is none', () => {
  const changed = Buffer.from(Buffer.from(String(value), 'base64url').toString().replace('p1', 'p2')).toString(
    'base64url',
  )
  expect([value, changed, 'x', '', undefined].map((each) => signedUpPerson(each, 'another', now))).toEqual(
    Array(5).fill(undefined),
  )
  expect(signedUpPerson(changed, 'a secret', now)).toBeUndefined()
})

it('is out of reach of scripts, and over https of other hosts', () => {
  for (const each of [line, endedSignUpCookie(rules)])
    expect(each).toMatch(/^__Host-rts-sign-up=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})
