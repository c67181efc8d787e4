import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { startPostgres } from '@rts/local/postgres'
import { until } from '@rts/local/testing/until'
import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  databaseStatements,
  environmentOf,
  newEnv,
  root,
  runStatements,
  startBroker,
  startService,
} from './support/compose.ts'
import { at, restClient } from './support/system.ts'

const natsServer = findProgram('nats-server')
if (!natsServer) process.stderr.write('no nats-server on the PATH: the containers’ environment is not tested\n')

describe.skipIf(!natsServer)('services with the environment of their containers', () => {
  const env = newEnv()
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-containers-'))
  const stops: (() => Promise<unknown>)[] = []
  /** Where an address inside the containers' network is on this machine. */
  const files = ['plans.json', 'prices.json']
  const places = new Map(files.map((file) => [`/etc/rank-tracker/${file}`, path.join(root, 'deploy', file)]))

  beforeAll(async () => {
    const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: false })
    stops.push(postgres.stop)
    const broker = await startBroker(String(natsServer), folder, env)
    stops.push(broker.stop)
    places.set('postgres:5432', `127.0.0.1:${postgres.port}`).set('nats:4222', broker.address)
    await runStatements(postgres.url('postgres'), databaseStatements(folder, env))
    for (const name of databaseServices)
      expect(run(`migrate-${name}`, `services/${name}/src/migrate.ts`)).toContain('up to date')
    // Those behind the gateway first: it gets their addresses.
    for (const name of builtServices.toReversed()) {
      const service = await startService(name, folder, environment(name))
      stops.push(() => service.child.stop(8_000))
      places.set(`${name}:8080`, `127.0.0.1:${service.port}`)
    }
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function environment(container: string): Record<string, string> {
    const moved = (value: string) => [...places].reduce((text, [from, to]) => text.replace(from, to), value)
    const given = Object.entries(environmentOf(container, env))
    return Object.fromEntries(given.map(([name, value]) => [name, moved(value)]))
  }

  function run(container: string, program: string, ...args: string[]): string {
    const done = spawnSync(process.execPath, [program, ...args], {
      cwd: root,
      env: environment(container),
      encoding: 'utf8',
    })
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`)
    return done.stdout
  }
  const operator = (...args: string[]) => JSON.parse(run('operator', 'packages/local/src/operator.ts', ...args))
  const gateway = () => `http://${places.get('gateway:8080')}`

  it('the operator makes an account, its key works, and the fact of it reaches projects', async () => {
    const account = operator('account', 'create', '--email', 'owner@example.com', '--plan', 'starter')
    const { key } = operator('key', 'create', '--account', account.id, '--name', 'server')
    const call = restClient(`${gateway()}/http/v1`, key)
    await until('the first answer', async () => (await call('GET', '/projects')).status === 200)
    const created = await call('POST', '/projects', { name: 'One', domain: 'example.com' })
    expect(created).toMatchObject({
      status: 200,
      body: { allowance: { limit: 100 }, project: { domain: 'example.com' } },
    })
    await until('all facts to be delivered', () => operator('outbox', 'list').length === 0)
  })

  it('an agent registers and adds its site: gateway, mcp, gateway, projects', async () => {
    const agent = async (name: string, args: object, token?: string) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      const headers = { accept: 'application/json, text/event-stream', 'x-forwarded-for': '198.51.100.7' }
      const { body } = await restClient(gateway(), token)('POST', '/mcp', message, headers)
      return at(body, 'result', 'structuredContent')
    }
    const token = String(at(await agent('register', { agent_name: 'Probe' }), 'token'))
    const added = await agent('add_project', { website: 'example.org' }, token)
    expect(added).toMatchObject({ project: { domain: 'example.org' } })
  })
})
