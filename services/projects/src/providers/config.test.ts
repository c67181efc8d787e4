import { readConfig } from '@rts/shared/config'
import { countrySchema } from '@rts/shared/contract/locale'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { serpConfigIssues, serpVariables } from './config.ts'
import { dataForSeoLanguage, googleLanguage } from './languages.ts'
import { countryLocationCode } from './locations.ts'

const read = (env: Record<string, string>) => readConfig(z.object(serpVariables), env)

it('keeps the order of the list and drops repetitions', () => {
  expect(read({ SERP_PROVIDERS: 'serper, DataForSEO,serper' }).SERP_PROVIDERS).toEqual(['serper', 'dataforseo'])
  expect(read({}).SERP_PROVIDERS).toEqual([])
})

it('refuses an unknown provider by its name', () => {
  expect(() => read({ SERP_PROVIDERS: 'serper,gogle' })).toThrow(/SERP_PROVIDERS: unknown provider "gogle"/)
})

it('names every missing secret of a listed provider, and of no other', () => {
  const config = read({ SERP_PROVIDERS: 'dataforseo,searxng,serpapi', SERPAPI_KEY: 'k' })
  expect(serpConfigIssues(config).map((issue) => issue.split(':')[0])).toEqual([
    'DATAFORSEO_LOGIN',
    'DATAFORSEO_PASSWORD',
    'SEARXNG_BASE_URL',
  ])
  expect(serpConfigIssues(read({}))).toEqual([])
})

it('refuses an address that is none, and never repeats a value', () => {
  expect(() => read({ SERPAPI_BASE_URL: 'ftp://hidden.example' })).toThrow(/^(?=.*SERPAPI_BASE_URL)(?!.*hidden)/s)
  expect(read({ SERPAPI_BASE_URL: 'http://127.0.0.1:9/serpapi/' }).SERPAPI_BASE_URL).toBe('http://127.0.0.1:9/serpapi')
})

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
