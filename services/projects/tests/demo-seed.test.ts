import { type RunningSandbox, startSandbox } from '@rts/sandbox/start'
import { readConfig } from '@rts/shared/config'
import { createLogger } from '@rts/shared/logger'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { signerOfAll, testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configSchema } from '../src/config.ts'
import { createDemo, type DemoSource } from '../src/demo/providers/sandbox.ts'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

const clock = { now: () => new Date() }
const dayMs = 86_400_000
const operator = callerOf({ kind: 'operator', accountId: '' })
let sandbox: RunningSandbox
let source: DemoSource | null
let world: World
let bare: World
beforeAll(async () => {
  sandbox = await startSandbox({ clock: clock.now })
  source = sourceOf({})
  const demo: DemoSource = async () => (source ? source() : Promise.reject(new Error('no sandbox')))
  ;[world, bare] = await Promise.all([startWorld({ demo }), startWorld()])
})
afterAll(async () => {
  await Promise.all([world.stop(), bare.stop(), sandbox.close()])
})

/** The demo of a service with these variables, beside those of one that runs on the sandbox. */
function sourceOf(env: Record<string, string | undefined>): DemoSource | null {
  const needed = { DATABASE_URL: 'postgresql://x/y', NATS_URL: 'nats://x', ...testKeys('projects'), ...testSecrets }
  const serp = { SERP_PROVIDERS: 'serpapi', SERPAPI_KEY: 'k', SERPAPI_BASE_URL: `${sandbox.url}/serpapi` }
  const config = readConfig(configSchema, { ...needed, ...serp, SANDBOX_URL: sandbox.url, ...env })
  return createDemo(config, { clock, logger: createLogger('projects', 'fatal') }).past
}

function seed(accountId: string, { parts }: World = world) {
  const sign = signerOfAll()
  return createRpcClient({ nats: parts.nats, sign, timeoutMs: 60_000 })('demo.seed', { body: { accountId } }, operator)
}

/** An account that the service knows. */
async function knownAccount(at: World, plan: 'free' | 'growth' = 'growth') {
  const account = accountIn(at, { plan })
  await account.get('/projects')
  return account
}

describe('demo.seed', () => {
  it('gives the account a site with rivals, thirty keywords and a year of ranks, all of them marked', async () => {
    const growth = await knownAccount(world)
    const seeded = await seed(growth.id)
    expect(seeded).toMatchObject({ created: true, keywords: 30, project: { domain: 'demo.sandbox.example' } })
    const [site] = (await growth.get('/projects')).body.projects
    if (!site) throw new Error('no site')
    const keywords = await growth.keywords(site)
    expect(keywords).toHaveLength(30)
    const today = Math.floor(clock.now().getTime() / dayMs)
    let positions = 0
    for (const keyword of keywords) {
      const history = (await growth.history(site, keyword)).filter(({ source }) => source === 'sandbox')
      positions += history.length
      const days = history.map(({ checkedAt }) => Math.floor(Date.parse(checkedAt) / dayMs))
      expect(days).toEqual(Array.from({ length: 365 }, (_, i) => today - 365 + i))
      expect(
        history.every(({ sandbox, depth, found, url }) => sandbox && depth === 100 && found === (url !== null)),
      ).toBe(true)
    }
    expect(seeded.positions).toBe(positions * 4)
    const { rows: compared } = (await growth.get(`/projects/${site.id}/rank-compare`)).body
    expect(JSON.stringify(compared)).toContain('rival-one.example')
  })

  it('has the ranks of its last day as the latest, until the first check, which is due at once', async () => {
    const growth = await knownAccount(world)
    await seed(growth.id)
    const [site] = (await growth.get('/projects')).body.projects
    if (!site) throw new Error('no site')
    for (const keyword of (await growth.keywords(site)).slice(0, 3)) {
      const checked = await growth.checked(site, keyword)
      const history = await growth.history(site, checked)
      expect(history.map(({ source }) => source).slice(-2)).toEqual(['sandbox', 'scripted'])
    }
    const { keywords } = (await growth.get(`/projects/${site.id}/overview`)).body
    expect(keywords.filter(({ best }) => (best ?? 0) > 0).length).toBeGreaterThan(20)
  })

  it('adds nothing when it is repeated, even at the same time', async () => {
    const growth = await knownAccount(world)
    const answers = await Promise.all([seed(growth.id), seed(growth.id)])
    expect(answers.map(({ created }) => created).sort()).toEqual([false, true])
    expect(await seed(growth.id)).toMatchObject({ created: false, keywords: 0, positions: 0 })
    const { projects, total } = (await growth.get('/projects')).body
    expect([total, ...answers.map(({ project }) => project.id)]).toEqual([1, projects[0]?.id, projects[0]?.id])
  })

  it('stores nothing where the plan has no room for all of it, the account is unknown or the sandbox does not answer', async () => {
    const free = await knownAccount(world, 'free')
    await expect(seed(free.id)).rejects.toMatchObject({ code: 'plan_limit_reached' })
    await expect(seed('unknown')).rejects.toMatchObject({ code: 'not_found' })
    const growth = await knownAccount(world)
    source = async () => ({
      ok: false,
      source: null,
      kind: 'timeout',
      retryAfterSeconds: null,
      billed: false,
      costUsd: 0,
      asked: true,
    })
    await expect(seed(growth.id)).rejects.toMatchObject({ code: 'provider_failed' })
    source = sourceOf({})
    for (const account of [free, growth]) expect((await account.get('/projects')).body.total).toBe(0)
  })

  it('is refused without the sandbox, and for everyone but the operator', async () => {
    const growth = await knownAccount(bare)
    await expect(seed(growth.id, bare)).rejects.toMatchObject({ code: 'conflict' })
    expect((await growth.get('/projects')).body.total).toBe(0)
    for (const kind of ['account', 'guest', 'person', 'system'] as const) {
      const caller = callerOf({ kind, accountId: growth.id })
      await expect(world.rpc('demo.seed', { body: { accountId: growth.id } }, caller)).rejects.toMatchObject({
        code: 'not_found',
      })
    }
  })
})

it('there is a demo only where the sandbox plays every provider, and never in production', () => {
  expect(sourceOf({})).not.toBeNull()
  expect(sourceOf({ SANDBOX_URL: undefined })).toBeNull()
  expect(sourceOf({ NODE_ENV: 'production', SANDBOX: 'on' })).toBeNull()
  expect(sourceOf({ SERPAPI_BASE_URL: undefined })).toBeNull()
  expect(sourceOf({ SERP_PROVIDERS: 'serpapi,serper', SERPER_KEY: 'k' })).toBeNull()
})

it('an answer that is no demo is a failure', async () => {
  const elsewhere = sourceOf({ SANDBOX_URL: `${sandbox.url}/sites`, SERPAPI_BASE_URL: `${sandbox.url}/sites/serpapi` })
  expect(await elsewhere?.()).toMatchObject({ ok: false })
})
