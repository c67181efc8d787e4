import { describe, expect, it } from 'vitest'
import { countrySchema, languageSchema } from './locale.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

describe('a country', () => {
  it.each([
    ['us', 'us'],
    ['US', 'us'],
    [' Gb ', 'gb'],
    ['uk', 'gb'],
    ['UK', 'gb'],
  ])('reads %s as %s', (given, country) => {
    expect(countrySchema.parse(given)).toBe(country)
  })

  it.each(['', 'xx', 'eu', 'usa', 'u', 'toString', '__proto__', 'constructor', 'ｕｓ', 'us\u0000', 840, null])(
    'refuses %s',
    (given) => {
      expect(countrySchema.safeParse(given).success).toBe(false)
    },
  )

  it('is one of the 249 of ISO 3166-1, which the runtime can all name', () => {
    const codes = letters
      .flatMap((a) => letters.map((b) => a + b))
      .filter((code) => countrySchema.safeParse(code).success)
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(codes.filter((code) => code !== 'uk')).toHaveLength(249)
    expect(codes.filter((code) => !names.of(code.toUpperCase()))).toEqual([])
  })
})

describe('a language', () => {
  it.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['pt-br', 'pt-BR'],
    ['PT_br', 'pt-BR'],
    [' zh-tw ', 'zh-TW'],
    ['es-419', 'es-419'],
  ])('reads %s as the published %s', (given, tag) => {
    expect(languageSchema.parse(given)).toBe(tag)
  })

  it.each(['', 'english', 'xx', 'en-ZZ', 'pt--BR', 'constructor', '__proto__', 7])('refuses %s', (given) => {
    expect(languageSchema.safeParse(given).success).toBe(false)
  })
})

it('that is refused says what would be one, however long it is, and nothing else', () => {
  const reasonsOf = (schema: typeof countrySchema, given: string) =>
    schema.safeParse(given).error?.issues.map(({ message }) => message)
  for (const given of ['xx', 'United States', 'x'.repeat(100_000)]) {
    expect(reasonsOf(countrySchema, given)).toEqual(['must be a two-letter ISO 3166-1 country code such as us'])
    expect(reasonsOf(languageSchema, `${given}!`)).toEqual(['must be a language tag such as en, pt-BR or zh-TW'])
  }
})
