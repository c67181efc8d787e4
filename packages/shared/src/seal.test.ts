import { describe, expect, it } from 'vitest'
import { createSeal, SealError } from './seal.ts'

const [old, newer] = ['k1:0123456789abcdef', 'k2:fedcba9876543210:with:colons']
const secret = 'https://app.example/reset#Überraschung'

describe('a sealed text', () => {
  it('opens at its place alone, is different each time, and shows nothing', () => {
    const seal = createSeal(newer)
    const sealed = seal.seal(secret, 'letter-1')
    expect(seal.open(sealed, 'letter-1')).toBe(secret)
    expect(() => seal.open(sealed, 'letter-2')).toThrow(SealError)
    expect(seal.seal(secret, 'letter-1')).not.toBe(sealed)
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString()).not.toContain('reset')
    expect(createSeal(newer).open(sealed, 'letter-1')).toBe(secret)
  })

  it('is sealed by the first key and opened by all, also after that key was moved back', () => {
    const before = createSeal(old).seal(secret, 'p')
    const during = createSeal(`${newer},${old}`)
    expect(during.seal(secret, 'p')).toMatch(/^k2\./)
    expect(during.open(before, 'p')).toBe(secret)
    expect(during.seal(secret, 'p').split('.')[0]).toBe(during.keyId)
    expect(() => createSeal(newer).open(before, 'p')).toThrow('the key k1 is not among SEAL_KEYS')
  })

  it('that was changed anywhere, cut, or made with another secret of that name stays closed', () => {
    const seal = createSeal(old)
    const parts = seal.seal(secret, 'p').split('.')
    const changed = parts.slice(1).map((part, i) => {
      const bytes = Buffer.from(part, 'base64url')
      bytes[0] = (bytes[0] ?? 0) ^ 1
      return parts.with(i + 1, bytes.toString('base64url')).join('.')
    })
    const cut = parts.with(2, parts[2]?.slice(0, 6) ?? '').join('.')
    for (const bad of [...changed, cut, 'k1', 'k1.', 'k1.a.b', '', 'k1...', parts.slice(0, 3).join('.')])
      expect(() => seal.open(bad, 'p'), bad).toThrow(SealError)
    const other = createSeal('k1:another-secret-of-it')
    expect(() => other.open(parts.join('.'), 'p')).toThrow(SealError)
  })
})
