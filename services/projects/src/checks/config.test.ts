import { readConfig } from '@rts/shared/config'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { serpConfigIssues, serpVariables } from './config.ts'

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
  expect(serpConfigIssues(config).map(({ variable }) => variable)).toEqual([
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
