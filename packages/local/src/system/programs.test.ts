import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { demoRivals } from '@rts/sandbox/world/demo'
import { builtServices, services, upstreamNames, urlVariable } from '@rts/shared/contract/services'
import { afterAll, describe, expect, it } from 'vitest'
import { newSecrets, openDataFolder } from './data-folder.ts'
import { type Ports, programsOf } from './programs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment of one service of a local system. */
function envOf(service: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv | undefined {
  const pair = { port: 1, adminPort: 2 }
  const entries = ['sandbox', ...builtServices].map((name) => [name, pair])
  // safe because these are the names of all programs
  const ports = Object.fromEntries(entries) as Ports
  const server = { databaseUrls: { gateway: 'postgresql://localhost/gateway' }, natsUrl: 'nats://localhost' }
  const around = { data: openDataFolder(folder), ports, ...server, secrets: newSecrets(), env }
  return programsOf(around).find(({ name }) => name === service)?.env
}

describe('the gateway of a local system', () => {
  it('mails support of revoked keys, at the address that the user set', () => {
    const supportIn = (env: NodeJS.ProcessEnv) => ({ ...env, ...envOf('gateway', env) }).SUPPORT_EMAIL
    expect(supportIn({})).toBe('support@localhost.test')
    expect(supportIn({ SUPPORT_EMAIL: 'ops@example.com' })).toBe('ops@example.com')
  })
})

describe('a budget', () => {
  const budgetIn = (env: NodeJS.ProcessEnv) => envOf('projects', env)?.SERP_DAILY_BUDGET_USD
  it('has no limit while the sandbox simulates everything, and the service’s own as soon as one key costs money', () => {
    expect(budgetIn({})).toBe('none')
    expect(budgetIn({ OPENAI_API_KEY: 'k' })).toBeUndefined()
    expect(budgetIn({ NODE_ENV: 'production' })).toBeUndefined()
  })
})

describe('providers', () => {
  const production = { NODE_ENV: 'production' }
  const lists = {
    projects: ['SERP_PROVIDERS'],
    research: ['KEYWORD_PROVIDERS', 'BACKLINK_PROVIDERS', 'AI_ENGINES'],
    dashboard: ['PAYMENT_PROVIDER'],
  }
  /** The providers of each area that the services get. */
  const chosenIn = (env: NodeJS.ProcessEnv) =>
    Object.fromEntries(
      Object.entries(lists).flatMap(([service, names]) => names.map((name) => [name, envOf(service, env)?.[name]])),
    )

  it('in production nothing is simulated: no service gets a sandbox, a stand-in for a key or a provider without one', () => {
    expect(chosenIn(production)).toEqual({})
    for (const name of builtServices)
      expect(
        JSON.stringify(envOf(name, production)).match(/SANDBOX|sandbox|simulated|127\.0\.0\.1:1\/\w/g),
        name,
      ).toBeNull()
    expect(envOf('sandbox', production)).toBeUndefined()
    expect(envOf('sandbox', { SANDBOX: 'off' })).toBeUndefined()
  })

  it('in production a key turns its provider on, and no simulated one beside it', () => {
    expect(chosenIn({ ...production, SERPER_KEY: 'k' })).toEqual({ SERP_PROVIDERS: 'serper' })
    expect(envOf('projects', { ...production, SERPER_KEY: 'k' })).not.toHaveProperty('SERPAPI_KEY')
    expect(
      chosenIn({ ...production, SERPER_KEY: 'k', SERPAPI_KEY: 'k', OPENAI_API_KEY: 'k', BING_API_KEY: 'k' }),
    ).toEqual({
      SERP_PROVIDERS: 'serpapi,serper',
      AI_ENGINES: 'openai',
      BACKLINK_PROVIDERS: 'bing',
    })
    expect(chosenIn({ ...production, MIDTRANS_SERVER_KEY: 'k' })).toEqual({ PAYMENT_PROVIDER: 'midtrans' })
  })

  it('a key turns nothing on where it is of several areas, not whole, or one of two for one place, or where the user chose', () => {
    const off = (env: NodeJS.ProcessEnv) => Object.values(chosenIn({ ...production, ...env })).filter(Boolean)
    expect(off({ DATAFORSEO_LOGIN: 'me', DATAFORSEO_PASSWORD: 'secret' })).toEqual([])
    expect(off({ BRIGHTDATA_KEY: 'k' })).toEqual([])
    expect(off({ MIDTRANS_SERVER_KEY: 'k', XENDIT_SECRET_KEY: 'k', XENDIT_CALLBACK_TOKEN: 't' })).toEqual([])
    for (const SERP_PROVIDERS of ['', 'searxng']) expect(off({ SERPER_KEY: 'k', SERP_PROVIDERS })).toEqual([])
  })

  it.each([{}, { ...production, SANDBOX: 'on' }])(
    'where the sandbox is on an area is simulated whole or not at all: %j',
    (env) => {
      expect(chosenIn(env)).toEqual({
        SERP_PROVIDERS: 'serpapi',
        KEYWORD_PROVIDERS: 'dataforseo,autocomplete',
        BACKLINK_PROVIDERS: 'dataforseo,bing',
        AI_ENGINES: 'openai,anthropic,gemini,perplexity',
        PAYMENT_PROVIDER: 'midtrans',
      })
      expect(chosenIn({ ...env, SERPER_KEY: 'k', OPENAI_API_KEY: 'k', DATAFORSEO_LOGIN: 'me' })).toMatchObject({
        SERP_PROVIDERS: 'serper',
        KEYWORD_PROVIDERS: '',
        BACKLINK_PROVIDERS: '',
        AI_ENGINES: 'openai',
      })
      for (const name of builtServices) expect(envOf(name, env)).toMatchObject({ SANDBOX: 'on' })
      expect(envOf('sandbox', env)).toBeDefined()
    },
  )
})

it('services fetch the sandbox’s sites from there, and others from the places that the user set; in production from none', () => {
  const set = {
    HOST_OVERRIDES: 'demo.sandbox.example=127.0.0.1:4000,shop.example=127.0.0.1:4000',
    FETCH_PORTS: '80,443,4000',
  }
  const placesIn = (env: NodeJS.ProcessEnv) => envOf('content', env)?.HOST_OVERRIDES?.split(',')
  const simulated = ['*.sandbox.example', ...demoRivals].map((host) => `${host}=127.0.0.1:1`)
  expect(placesIn({})).toEqual(simulated)
  expect(placesIn(set)).toEqual([...simulated, ...set.HOST_OVERRIDES.split(',')])
  expect(envOf('projects', set)).toMatchObject({ FETCH_PORTS: set.FETCH_PORTS })
  expect(envOf('projects', { ...set, NODE_ENV: 'production' })).not.toHaveProperty('HOST_OVERRIDES')
})

it('the gateway gets the addresses of its database, the broker and each built service behind it', () => {
  const env = envOf('gateway', {})
  for (const name of upstreamNames)
    expect([name, urlVariable(name) in (env ?? {})]).toEqual([name, services[name].isBuilt])
  expect(env).toMatchObject({ DATABASE_URL: 'postgresql://localhost/gateway', NATS_URL: 'nats://localhost' })
})

it('secrets are those of the data folder, and the user’s own where they are set', () => {
  const [kept, set] = [envOf('dashboard', {}), envOf('dashboard', { SEAL_KEYS: 'own:0123456789abcdef' })]
  expect(kept?.SEAL_KEYS).toMatch(/^k1:.{40}/)
  expect(set?.SEAL_KEYS).toBe('own:0123456789abcdef')
})
