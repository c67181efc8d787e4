import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeness, similarityTo, tellingWords } from './choice.ts'

const similar = (note: string, phrase: string) => similarityTo(tellingWords(note), tellingWords(phrase))
const alike = (one: string, other: string) => likeness(tellingWords(one), tellingWords(other))

describe('the similarity of a phrase to a note', () => {
  it('is the part of its words that the note has', () => {
    expect(similar('Espresso machines for offices', 'espresso machine')).toBe(1)
    expect(similar('Espresso machines for offices', 'best espresso grinder')).toBeCloseTo(1 / 3)
    expect(similar('Espresso machines for offices', 'cold brew')).toBe(0)
  })

  it('is not a matter of words that say nothing, of case or of accents that Unicode composes', () => {
    expect(similar('the best for the office', 'shoes for the beach')).toBe(0)
    expect(similar('CAFÉ', 'cafe\u0301 near me')).toBeCloseTo(1 / 3)
  })

  it('takes words of scripts without spaces', () => {
    expect(similar('コーヒー豆', 'コーヒー豆')).toBe(1)
  })
})

describe('the likeness of two phrases', () => {
  it('is the words that both have, of all their words', () => {
    expect(alike('cheap coffee', 'cheap coffee online')).toBeCloseTo(2 / 3)
    expect(alike('cheap coffee', 'coffee beans')).toBeCloseTo(1 / 3)
    expect(alike('coffee roaster', 'coffee roasters')).toBe(1)
    expect(alike('tea', 'teapot')).toBe(0)
  })

  it('is between 0 and 1, the same both ways, and 1 with itself', () => {
    const phrase = fc.array(fc.constantFrom('coffee', 'coffees', 'brew', 'brewing', 'cold', '豆', 'a', 'ristretto'), {
      minLength: 1,
    })
    fc.assert(
      fc.property(phrase, phrase, (one, other) => {
        const [a, b] = [new Set(one), new Set(other)]
        expect(likeness(a, b)).toBe(likeness(b, a))
        expect(likeness(a, b)).toBeGreaterThanOrEqual(0)
        expect(likeness(a, b)).toBeLessThanOrEqual(1)
        expect(likeness(a, a)).toBe(1)
      }),
    )
  })
})
