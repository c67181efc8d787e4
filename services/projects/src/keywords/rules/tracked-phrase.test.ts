import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedPhrase, phraseKey } from './tracked-phrase.ts'

const word = fc.constantFrom('a', 'b', 'a","b')
const fields = {
  phrase: word,
  identity: word,
  country: word,
  language: word,
  device: fc.constantFrom('desktop' as const, 'mobile' as const),
  location: fc.option(word),
}
const phrase = fc.record(fields)
const changes = fc.record(fields, { requiredKeys: [] })

it('one key for one identity, country, language, device and place, whatever the spelling, and for no other', () => {
  fc.assert(
    fc.property(phrase, phrase, (a, b) => {
      const names = ['identity', 'country', 'language', 'device', 'location'] as const
      const isSame = names.every((name) => a[name] === b[name])
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
