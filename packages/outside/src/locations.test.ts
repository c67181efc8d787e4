import { countrySchema } from '@rts/shared/contract/locale'
import { expect, it } from 'vitest'
import { dataForSeoLanguage, googleLanguage } from './languages.ts'
import { countryLocationCode, googleDomain, googlePlace, googleUule } from './locations.ts'

it('every country of the contract has a location code, each its own', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const countries = letters
    .flatMap((a) => letters.map((b) => a + b))
    .filter((code) => countrySchema.safeParse(code).data === code)
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map(countryLocationCode)).size).toBe(249)
  expect(countries.map(countryLocationCode)).not.toContain(null)
  expect(['us', 'gb', 'de', 'af', 'zw'].map(countryLocationCode)).toEqual([2840, 2826, 2276, 2004, 2716])
})

it("speaks each provider's language codes", () => {
  expect(['en-GB', 'pt-BR', 'zh', 'zh-HK', 'he', 'fil', 'nb', 'de'].map(googleLanguage)).toEqual([
    'en',
    'pt-br',
    'zh-cn',
    'zh-tw',
    'iw',
    'tl',
    'no',
    'de',
  ])
  expect(['en-GB', 'pt-BR', 'zh', 'zh-HK', 'he', 'fil', 'nb'].map(dataForSeoLanguage)).toEqual([
    'en',
    'pt',
    'zh-CN',
    'zh-TW',
    'he',
    'fil',
    'no',
  ])
})

it('names the Google of a country, and the country as a place of Google Ads', () => {
  expect(['us', 'gb', 'de', 'id', 'br', 'kp'].map(googleDomain)).toEqual([
    'google.com',
    'google.co.uk',
    'google.de',
    'google.co.id',
    'google.com.br',
    'google.com',
  ])
  expect(['us', 'gb', 'hk', 'ba', 'tt', 'ci', 'tr', 'cw'].map((country) => googlePlace(country, null))).toEqual([
    'United States',
    'United Kingdom',
    'Hong Kong',
    'Bosnia and Herzegovina',
    'Trinidad and Tobago',
    "Cote d'Ivoire",
    null,
    null,
  ])
})

it('writes a city as Google Ads does, and as the addresses of Google carry it', () => {
  const city = {
    name: 'West New York, New Jersey, United States',
    city: '',
    region: null,
    country: '',
    coordinates: null,
  }
  const place = googlePlace('us', city) ?? ''
  expect(place).toBe('West New York,New Jersey,United States')
  // The example found all over the web.
  expect(googleUule(place)).toBe('w+CAIQICImV2VzdCBOZXcgWW9yayxOZXcgSmVyc2V5LFVuaXRlZCBTdGF0ZXM=')
})
