import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { builtServices } from '@rts/shared/contract/services'
import { z } from 'zod'
import { agentRegisters, keysForLoad, newKey, readmeCalls, rest, type System } from './calls.ts'
import { answers, newEnv } from './compose.ts'
import { docker, run } from './engine.ts'
import { startLoad, summaryOf } from './load.ts'
import type { Report } from './report.ts'
import { shares } from './shares.ts'

const root = path.resolve(import.meta.dirname, '../..')
const stack = 'rank-tracker-check'
const dataLabel = 'rank-tracker-data=true'
const simulated = {
  SERP_PROVIDERS: 'dataforseo',
  DATAFORSEO_MODE: 'live',
  SANDBOX: 'on',
  SANDBOX_URL: 'http://sandbox:8090',
  DATAFORSEO_LOGIN: 'sandbox',
  DATAFORSEO_PASSWORD: 'sandbox',
  DATAFORSEO_BASE_URL: 'http://sandbox:8090/dataforseo',
}

/** Runs the stack of docs/operations.md on a swarm of this one node; removes what it started. */
export async function runStack(report: Report): Promise<void> {
  const wasActive = (await docker('info', '--format', '{{.Swarm.LocalNodeState}}')) === 'active'
  if (!wasActive) await docker('swarm', 'init', '--advertise-addr', '127.0.0.1')
  const node = await docker('node', 'ls', '--format', '{{.ID}}', '--filter', 'role=manager').then(
    (ids) => ids.split('\n')[0] ?? '',
  )
  await docker('node', 'update', '--label-add', dataLabel, node)
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-check-'))
  try {
    await steps(report, folder, node)
  } finally {
    await remove()
    rmSync(folder, { recursive: true, force: true })
    if (!wasActive) await docker('swarm', 'leave', '--force')
  }
}

async function steps(report: Report, folder: string, node: string): Promise<void> {
  const port = await freePort()
  const system: System = { base: `http://127.0.0.1:${port}`, operator }
  const env = path.join(folder, 'env')
  writeFileSync(env, newEnv({ ...simulated, PUBLIC_PORT: String(port), PUBLIC_URL: system.base }), { mode: 0o600 })
  await report.step('stack: deploy', async () => {
    await run('sh', [path.join(root, 'deploy/stack.sh'), stack], { env: { ENV_FILE: env } })
    await startSandbox()
    await whole(...builtServices, 'lb', 'operator')
    await until('the door', () => answers(system.base), 60_000, 200)
    return 'every service has its replicas, the public port answers'
  })
  await report.step('stack: the README’s calls', () => readmeCalls(system))
  await report.step('stack: an agent’s registration', () => agentRegisters(system))
  const load = startLoad(system.base, await keysForLoad(system))
  /** A change under load; at most `allowed` requests may fail. */
  const change = (name: string, allowed: number, args: string[], changed: string) =>
    report.step(`stack: ${name}`, async () => {
      const mark = load.mark()
      await docker('service', ...args)
      await whole(changed)
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      const outcome = await load.since(mark)
      if (outcome.failed > allowed) throw new Error(summaryOf(outcome))
      return summaryOf(outcome)
    })
  const rolling = (service: string) => ['update', '--force', '--detach=false', '-q', `${stack}_${service}`]
  const scale = (service: string, replicas: number) => ['scale', '--detach=false', `${stack}_${service}=${replicas}`]
  await change('one gateway more', 0, scale('gateway', 3), 'gateway')
  await report.step('stack: traffic of the replicas', async () => {
    const [[balancer = ''], projects, mcp] = await Promise.all([
      containersOf('lb'),
      containersOf('projects'),
      containersOf('mcp'),
    ])
    return shares(load, { balancer, gateways: 3, replicas: { projects, mcp } })
  })
  for (const service of builtServices) await change(`rolling update of ${service}`, 0, rolling(service), service)
  await change('one gateway less', 0, scale('gateway', 2), 'gateway')
  await change('three brokers', 0, scale('nats', 3), 'nats')
  await change('rolling update of the brokers', Number.POSITIVE_INFINITY, rolling('nats'), 'nats')
  await change('update of lb', Number.POSITIVE_INFINITY, rolling('lb'), 'lb')
  await change('update of Postgres', Number.POSITIVE_INFINITY, rolling('postgres'), 'postgres')
  await change('nothing', 0, ['ls'], 'gateway')
  load.stop()
  await report.step('stack: the node is drained, and active again', () => drained(system, node))
}

/** The only node is drained, the database's with it: everything stops, and comes back with its data once the node is active. */
async function drained(system: System, node: string): Promise<string> {
  const { key } = await newKey(system)
  await rest(system.base, key, z.unknown(), '/projects', { name: 'kept', domain: 'kept.com' })
  const availability = (value: 'drain' | 'active') => docker('node', 'update', '--availability', value, node)
  const running = () => docker('ps', '-q', '--filter', `label=com.docker.stack.namespace=${stack}`)
  const startedAt = performance.now()
  await availability('drain')
  await until('everything to stop', async () => (await running()) === '', 120_000, 500)
  const stoppedAt = performance.now()
  await availability('active')
  await whole(...builtServices, 'lb', 'postgres', 'nats', 'operator')
  await until('the door', () => answers(system.base), 60_000, 200)
  const { projects } = await rest(system.base, key, z.object({ projects: z.array(z.unknown()) }), '/projects')
  if (projects.length !== 1) throw new Error(`${projects.length} sites after it`)
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(0)
  return `stopped after ${seconds(startedAt, stoppedAt)} s, back ${seconds(stoppedAt, performance.now())} s later with its data`
}

async function operator(...args: string[]): Promise<string> {
  const [container = ''] = await containersOf('operator')
  return docker(
    'exec',
    container,
    'node',
    '--env-file=/run/secrets/environment',
    'packages/local/src/operator.ts',
    ...args,
  )
}

async function containersOf(service: string): Promise<string[]> {
  const filters = ['--filter', `label=com.docker.swarm.service.name=${stack}_${service}`, '--filter', 'status=running']
  return (await docker('ps', '-q', ...filters)).split('\n').filter(Boolean)
}

/** Waits until each of these services has all its replicas; a replica counts once it is healthy. */
async function whole(...names: string[]): Promise<void> {
  for (const name of names)
    await until(
      `${name} to be whole`,
      async () => {
        const [running, wanted] = (
          await docker('service', 'ls', '--filter', `name=${stack}_${name}`, '--format', '{{.Replicas}}')
        ).split('/')
        return running === wanted
      },
      180_000,
      500,
    )
}

/** The simulated providers, as one more service on the network that `projects` calls out from. */
function startSandbox(): Promise<string> {
  const network = `name=${stack}_outside,alias=sandbox`
  const entry = ['--entrypoint', 'node packages/local/src/sandbox.ts', 'rank-tracker-operator:local']
  return docker(
    'service',
    'create',
    '-q',
    '--detach',
    '--endpoint-mode',
    'dnsrr',
    '--name',
    `${stack}_sandbox`,
    '--network',
    network,
    ...entry,
  )
}

async function remove(): Promise<void> {
  await docker('service', 'rm', `${stack}_sandbox`).catch(() => {})
  await docker('stack', 'rm', stack)
  const containers = () => docker('ps', '-aq', '--filter', `label=com.docker.stack.namespace=${stack}`)
  await until('its containers to be removed', async () => (await containers()) === '', 120_000, 1_000)
  await docker('volume', 'rm', `${stack}_postgres`)
  const secrets = (await docker('secret', 'ls', '--format', '{{.Name}}'))
    .split('\n')
    .filter((name) => name.startsWith(`${stack}-`))
  if (secrets.length > 0) await docker('secret', 'rm', ...secrets)
}
