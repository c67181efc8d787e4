import { countrySchema } from '@rts/shared/contract/locale'
import { expect, it } from 'vitest'
import { dataForSeoLanguage, googleLanguage } from './languages.ts'
import { countryLocationCode } from './locations.ts'

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
