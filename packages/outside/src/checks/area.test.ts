import { expect, it } from 'vitest'
import { sandboxIssues } from '../config.ts'
import { areaOf } from './area.ts'

type Config = { ONE_KEY?: string; TWO_USER?: string; TWO_PASSWORD?: string; SANDBOX_URL?: string }
const needs = { one: ['ONE_KEY'], two: ['TWO_USER', 'TWO_PASSWORD'], open: [] } as const
type Name = keyof typeof needs

const areaIn = (config: Config, on: Name[] = [], variable: string | null = 'LIST') =>
  areaOf(config, {
    area: 'pages',
    variable,
    on,
    known: ['one', 'two', 'open'],
    needsOf: (provider) => needs[provider],
    addressOf: (provider) => (provider === 'one' ? 'http://sandbox:1/one' : 'https://two.example'),
  })

it('an area says who is on, and whom the sandbox simulates', () => {
  const config = { ONE_KEY: 'k', SANDBOX_URL: 'http://sandbox:1' }
  expect(areaIn(config, ['one', 'two'])).toEqual({ area: 'pages', on: ['one', 'two'], simulated: ['one'], hint: null })
})

it('an area that is off says what is missing', () => {
  expect(areaIn({}).hint).toBe('no provider has a key')
  expect(areaIn({ TWO_USER: 'u' }).hint).toBe('two lacks TWO_PASSWORD')
  expect(areaIn({ ONE_KEY: 'k', TWO_USER: 'u' }).hint).toBe('LIST=one turns it on')
})

it('production refuses a sandbox, unless pages are to say that data is simulated', () => {
  const issuesIn = (NODE_ENV: string, SANDBOX: boolean, SANDBOX_URL?: string) =>
    sandboxIssues({ NODE_ENV, SANDBOX, SANDBOX_URL }).map(({ variable }) => variable)
  expect(issuesIn('production', false, 'http://sandbox:1')).toEqual(['SANDBOX_URL'])
  expect(issuesIn('production', true, 'http://sandbox:1')).toEqual([])
  expect(issuesIn('production', false)).toEqual([])
  expect(issuesIn('development', false, 'http://sandbox:1')).toEqual([])
})
