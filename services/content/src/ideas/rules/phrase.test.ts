import { describe, expect, it } from 'vitest'
import { formOf, holds, subjectOf } from './phrase.ts'

describe('formOf', () => {
  it.each([
    ['order, case and spacing', 'en', 'Garden  tools', 'tools GARDEN'],
    ['punctuation', 'en', 'What is a spade?', 'what is a spade'],
    ['words that say nothing', 'en', 'the best spade for a garden', 'best garden spade'],
    ['composed and decomposed letters', 'fr', 'le café de Paris', 'cafe\u0301 paris'],
    ['no spaces between words', 'ja', '庭の道具', '庭道具'],
    ['a region of a language', 'de-AT', 'Spaten für den Garten', 'garten spaten'],
  ])('%s make no other phrase', (_why, language, one, other) =>
    expect(formOf(one, language)).toBe(formOf(other, language)),
  )

  it.each([
    ['other words', 'buy a spade', 'what is a spade'],
    ['a word more', 'garden tools', 'garden tools set'],
    ['fillers of another language', 'die spade', 'spade'],
    ['signs alone', '?', '!'],
  ])('%s do', (_why, one, other) => expect(formOf(one, 'en')).not.toBe(formOf(other, 'en')))

  it('has a form for a phrase of fillers alone', () => expect(formOf('to be', 'en')).toBe('be to'))
})

it('the subject of a question is what it asks about', () => {
  expect(subjectOf('How can I sharpen a spade?', 'en').sort()).toEqual(['sharpen', 'spade'])
  expect(subjectOf('what is what', 'en')).toEqual(['what'])
})

it('a phrase holds words, not pieces of them', () => {
  expect(holds('Garden tools', ['tools', 'garden'])).toBe(true)
  expect(holds('gardens', ['garden'])).toBe(false)
})
