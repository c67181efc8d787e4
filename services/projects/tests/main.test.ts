import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { type RunningSandbox, startSandbox } from '@rts/sandbox/start'
import { natsOptions } from '@rts/shared/service/broker'
import { portOf } from '@rts/shared/service/health'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { signerOfAll, testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { connect } from 'nats'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { type Backend, startBackend } from './support/backend.ts'
import { callerOf, httpCaller, type World } from './support/world.ts'

const main = path.resolve(import.meta.dirname, '..', 'src', 'main.ts')
let backend: Backend
let sandbox: RunningSandbox
beforeAll(async () => {
  backend = await startBackend()
  sandbox = await startSandbox({ clock: () => new Date() })
})
afterAll(async () => {
  await sandbox.close()
  await backend.stop()
})

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; world: Pick<World, 'call'> }> {
  const child = fork(main, {
    env: {
      DATABASE_URL: backend.databaseUrl,
      NATS_URL: backend.natsUrl,
      ...testKeys('projects'),
      ...testSecrets,
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const [message] = await once(child, 'message')
  return { child, world: { call: httpCaller(`http://127.0.0.1:${message.port}`, () => new Date()) } }
}

const demo = () => ({ SERP_PROVIDERS: 'serpapi', SERPAPI_KEY: 'demo', SERPAPI_BASE_URL: `${sandbox.url}/serpapi` })

async function addKeyword(world: Pick<World, 'call'>, phrase: string) {
  const account = accountIn(world)
  const site = await account.site()
  return { account, site, keyword: await account.keyword(site, phrase) }
}

it('checks ranks against the sandbox through a real adapter, and ends when its parent has ended', async () => {
  const { child, world } = await start({ ...demo(), SANDBOX_URL: sandbox.url })
  const organic = ['https://other.org/', 'https://www.example.com/shop']
  await fetch(`${sandbox.url}/control/serp`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword: 'garden chairs', organic }),
  })
  const { account, site, keyword } = await addKeyword(world, 'garden chairs')
  const [row] = await account.historyOf(site, keyword, 1)
  expect(row).toMatchObject({ position: 2, url: organic[1], source: 'serpapi', sandbox: true, found: true })
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('counts the money of a day over restarts, and says when it is used up', async () => {
  const db = new pg.Client({ connectionString: backend.databaseUrl })
  await db.connect()
  // Earlier checks cost money too, although they had no budget.
  await db.query('TRUNCATE spend.total, spend.book')
  await db.end()
  const env = { ...demo(), SERPAPI_PAGE_USD: '0.01', SERP_DAILY_BUDGET_USD: '0.15' }
  const first = await start(env)
  const affordable = await addKeyword(first.world, 'affordable')
  await affordable.account.checked(affordable.site, affordable.keyword)
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  const second = await start(env)
  const dear = await addKeyword(second.world, 'too dear')
  const refused = await dear.account.checked(dear.site, dear.keyword, 'failed')
  expect(refused.lastCheck?.error).toBe('budget')
})

it('notes at its start until when the checks of a plan counted that the operator gave another rhythm', async () => {
  const first = await start({})
  const { site } = await addKeyword(first.world, 'weekly from now on')
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  const folder = mkdtempSync(path.join(tmpdir(), 'plans-'))
  const file = path.join(folder, 'plans.json')
  writeFileSync(file, JSON.stringify({ growth: { checkEveryDays: 7 } }))
  await start({ PLANS_FILE: file })
  rmSync(folder, { recursive: true })
  const db = new pg.Client({ connectionString: backend.databaseUrl })
  await db.connect()
  const { rows } = await db.query('SELECT reach_days AS days FROM site WHERE id = $1', [site.id])
  await db.end()
  expect(rows).toEqual([{ days: [1] }])
})

it('shows no_provider as the failure of every check when none is configured, and ends on SIGTERM', async () => {
  const { child, world } = await start({})
  const { account, site, keyword } = await addKeyword(world, 'anything')
  const failed = await account.checked(site, keyword, 'failed')
  expect(failed.lastCheck).toMatchObject({ status: 'failed', error: 'no_provider' })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('with a provider of one’s own the checks of a demo site are paused before the first of them, and those of others are not', async () => {
  const simulated = await start({ ...demo(), SANDBOX_URL: sandbox.url })
  const { account, site: other } = await addKeyword(simulated.world, 'garden lamp')
  const nats = await connect(natsOptions(backend.natsUrl, 'test'))
  const rpc = createRpcClient({ nats, sign: signerOfAll(), timeoutMs: 60_000 })
  const operator = callerOf({ kind: 'operator', accountId: '' })
  const { project } = await rpc('demo.seed', { body: { accountId: account.id } }, operator)
  await nats.drain()
  simulated.child.kill('SIGKILL')
  await once(simulated.child, 'exit')

  const own = await start({ ...demo(), SERPAPI_BASE_URL: 'http://127.0.0.1:9' })
  const sites = (await accountIn(own.world, { accountId: account.id }).get('/projects')).body.projects
  const isPaused = (id: string) => sites.find((site) => site.id === id)?.checksPausedAt !== null
  expect([isPaused(project.id), isPaused(other.id)]).toEqual([true, false])
})

/** A provider that never answers; `asked` counts the requests. */
async function startSilent() {
  let asked = 0
  const server = createServer(() => asked++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return {
    env: { ...demo(), SERPAPI_BASE_URL: `http://127.0.0.1:${portOf(server.address())}` },
    asked: () => asked,
    close,
  }
}

it('a page that a killed process had is checked by another one once its lease has ended, within a minute', async () => {
  const silent = await startSilent()
  const first = await start(silent.env)
  const { account, site, keyword } = await addKeyword(first.world, 'garden table')
  await until('the provider to be asked', () => silent.asked() > 0)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const database = new pg.Client({ connectionString: backend.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ left: number }>(
    'SELECT extract(epoch FROM max(lease_until) - clock_timestamp())::float8 AS left FROM page_target',
  )
  expect(rows[0]?.left).toBeLessThanOrEqual(60)
  // Only the last seconds of the minute remain.
  await database.query(`UPDATE page_target SET lease_until = lease_until - interval '55 seconds'`)
  await database.end()
  const second = await start(demo())
  await accountIn(second.world, { accountId: account.id }).checked(site, keyword)
  silent.close()
})

it('does not start with a bad variable, and names it without its value', async () => {
  const child = fork(main, {
    env: { RANK_CONCURRENCY: 'many', NATS_URL: 'nats://x' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let output = ''
  child.stderr?.on('data', (text) => {
    output += text
  })
  const [code] = await once(child, 'exit')
  expect(code).not.toBe(0)
  expect(output).toMatch(/DATABASE_URL/)
  expect(output).toMatch(/RANK_CONCURRENCY: must be a whole number/)
  expect(output).not.toMatch(/many/)
})
