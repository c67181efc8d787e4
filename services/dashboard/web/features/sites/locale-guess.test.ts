import { countryCodes, languageTags } from '@rts/shared/contract/locale'
import { describe, expect, it } from 'vitest'
import { guessLocale, mainLanguage } from './locale-guess.ts'

const offered = { countries: countryCodes, languages: languageTags }
const guess = (host: string, ...spoken: string[]) => {
  const { country, language } = guessLocale(host, spoken, offered)
  return `${country} ${language}`
}

describe('the ending of a host says the country, and that its language, whatever the browser speaks', () => {
  it.each([
    ['tokokopi.co.id', 'id id'],
    ['tokokopi.id', 'id id'],
    ['example.de', 'de de'],
    ['example.co.uk', 'gb en'],
    ['example.us', 'us en'],
    ['example.com.br', 'br pt'],
    ['example.com.mx', 'mx es'],
    ['example.com.tw', 'tw zh-TW'],
    ['example.cn', 'cn zh'],
    ['example.mo', 'mo zh-HK'],
    ['example.no', 'no nb'],
    ['example.ph', 'ph fil'],
    ['shop.example.fr', 'fr fr'],
  ])('%s: %s', (host, wanted) => {
    expect(guess(host, 'sv-SE', 'en')).toBe(wanted)
  })
})

describe('a generic ending says nothing: the browser does', () => {
  it.each([
    'example.com',
    'example.io',
    'example.ai',
    'example.co',
    'example.tv',
    'example.me',
    'example.eu',
    'id',
    '',
  ])('%j', (host) => {
    expect(guess(host, 'id-ID', 'en-US')).toBe('id id')
  })
})

describe('of the languages of a browser', () => {
  it.each([
    [['en-US'], 'us en'],
    [['en-GB', 'de'], 'gb en'],
    [['id'], 'id id'],
    [['de', 'de-AT', 'en-US'], 'at de'],
    [['zh-TW'], 'tw zh-TW'],
    [['es-419', 'es'], 'us es'],
    [['fo-FO', 'da-DK'], 'fo da'],
    [['C', 'en_US', '', 'fr-FR'], 'fr fr'],
    [[], 'us en'],
  ])('%j the first that is offered counts', (spoken, wanted) => {
    expect(guess('example.com', ...spoken)).toBe(wanted)
  })
})

it('every country has a language that is offered', () => {
  const languages = countryCodes.map((country) => mainLanguage(country, ['en-US'], offered))
  expect(languages.filter((tag) => !languageTags.includes(tag))).toEqual([])
  expect(new Set(languages).size).toBeGreaterThan(50)
})

it('where the language of a country is not offered, it is that of the browser', () => {
  expect(guess('example.fo', 'da-DK')).toBe('fo da')
})
