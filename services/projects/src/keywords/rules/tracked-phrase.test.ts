import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedPhrase, phraseKey } from './tracked-phrase.ts'

const word = fc.constantFrom('a', 'b', 'a","b')
const phrase = fc.record({ phrase: word, identity: word, country: word, language: word })
const changes = fc.record({ phrase: word, identity: word, country: word, language: word }, { requiredKeys: [] })

it('one key for one identity, country and language, whatever the spelling, and for no other', () => {
  fc.assert(
    fc.property(phrase, phrase, (a, b) => {
      const isSame = a.identity === b.identity && a.country === b.country && a.language === b.language
      expect(phraseKey(a) === phraseKey(b)).toBe(isSame)
    }),
  )
})

it('a change takes what is given and keeps the rest', () => {
  fc.assert(
    fc.property(phrase, changes, (before, change) => {
      expect(changedPhrase(before, change)).toEqual({ ...before, ...change })
    }),
  )
})
