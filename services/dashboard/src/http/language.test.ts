import { expect, it } from 'vitest'
import { languageCookie, languageOf } from './language.ts'

it.each([
  ['id', 'id'],
  ['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
  ['en-US,en;q=0.9,id;q=0.8', 'en'],
  ['de, ID;q=0.5, en;q=0.2', 'id'],
  ['en;q=0.2, id;q=0.4', 'id'],
  ['id;q=0, en', 'en'],
  ['id;q=nonsense', 'en'],
  ['ja', 'en'],
  ['*', 'en'],
  ['', 'en'],
])('a browser that accepts %j reads %s', (accepted, language) => {
  expect(languageOf({ 'accept-language': accepted })).toBe(language)
})

it('a choice counts before the browser’s own languages, and an unknown one does not', () => {
  const chosen = (language: string) =>
    languageOf({ cookie: `theme=dark; language=${language}`, 'accept-language': 'id' })
  expect([chosen('en'), chosen('id'), chosen('xx'), chosen('')]).toEqual(['en', 'id', 'id', 'id'])
})

it('the cookie of a choice is read back, and lasts a year', () => {
  expect(languageOf({ cookie: languageCookie('id').split(';')[0] })).toBe('id')
  expect(languageCookie('id')).toContain('Max-Age=31536000')
})
