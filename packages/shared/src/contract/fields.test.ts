import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters, dateBound, idParam, line, multiline, phrase, phraseIdentity } from './fields.ts'

const read = (text: string) => phrase.safeParse(text).data

describe('a phrase', () => {
  it('is shown composed, trimmed, with single spaces and its own case', () => {
    expect(read('  Cafe\u0301 \t\n au\u00a0\u3000LAIT ')).toBe('Café au LAIT')
  })

  it.each([
    ['a lone surrogate', 'a\ud800b'],
    ['a lone low surrogate', '\udc00'],
    ['NUL', 'a\u0000b'],
    ['a control character', 'a\u0085b'],
    ['nothing but white space', ' \u2028\t '],
    ['201 characters', 'a'.repeat(201)],
    ['201 characters outside the first plane', '😀'.repeat(201)],
  ])('is refused when it holds %s', (_what, text) => {
    expect(read(text)).toBeUndefined()
  })

  it('counts code points, so 200 emoji fit', () => {
    expect(characters('😀'.repeat(200))).toBe(200)
    expect(read('😀'.repeat(200))).toBe('😀'.repeat(200))
  })

  it('is read as itself once read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), (text) => {
        const once = read(text)
        if (once !== undefined) expect(read(once)).toBe(once)
      }),
    )
  })
})

describe('the identity of a phrase', () => {
  it.each([
    ['Rank  Tracker ', 'rank tracker'],
    ['Cafe\u0301', 'CAFÉ'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['ﬁne', 'FINE'],
    ['İstanbul', 'i\u0307stanbul'],
    ['a\u2003b', 'A B'],
  ])('is the same for %s and %s', (one, other) => {
    expect(phraseIdentity(one)).toBe(phraseIdentity(other))
  })

  it.each([
    ['cafe', 'café'],
    ['ab', 'a b'],
    ['sınır', 'sinir'],
    ['１', '1'],
  ])('tells %s from %s', (one, other) => {
    expect(phraseIdentity(one)).not.toBe(phraseIdentity(other))
  })

  it('does not depend on case, composition or white space, and is its own identity', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aAéßẞσςΣıİIiﬁ😀 \t\u0301\u0307ǅΐ') }), (text) => {
        const identity = phraseIdentity(text)
        expect(phraseIdentity(identity)).toBe(identity)
        expect(phraseIdentity(` ${text.normalize('NFD')}\n`)).toBe(identity)
        if (!text.includes('ı')) expect(phraseIdentity(text.toUpperCase())).toBe(identity)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('texts, ids and dates', () => {
  it('keep line ends out of a line and let them into a multiline text', () => {
    expect(line(1, 5).safeParse('a\nb').success).toBe(false)
    expect(line(1, 5).parse(' ab ')).toBe('ab')
    expect(line(2, 5).safeParse('😀').success).toBe(false)
    expect(multiline(5).parse('a\r\nb')).toBe('a\r\nb')
    expect(multiline(5).safeParse('a\u0000').success).toBe(false)
    expect(multiline(2).safeParse('😀😀😀').success).toBe(false)
  })

  it.each(['', 'a b', 'a.b', '../x', 'é', 'a'.repeat(65), 'a\n'])('refuse %j as an id', (id) => {
    expect(idParam.safeParse(id).success).toBe(false)
  })

  it('take a date or a UTC timestamp as a bound, nothing else', () => {
    const taken = ['2026-02-28', '2024-02-29', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z']
    const refused = ['2026-02-29', '2026-13-01', '2026-01-01T00:00:00', '2026-01-01T00:00:00+02:00', 'yesterday', '']
    expect(taken.filter((bound) => !dateBound.safeParse(bound).success)).toEqual([])
    expect(refused.filter((bound) => dateBound.safeParse(bound).success)).toEqual([])
  })
})
