import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { builtServices } from '@rts/shared/contract/services'
import { root, untilAnswered, writeEnv } from './compose.ts'
import { docker, run } from './engine.ts'
import { startLoad } from './load.ts'
import { agentRegisters, newAccount, readmeCalls, type Step, type System } from './system.ts'

const stack = 'rank-tracker-check'
const ofStack = `label=com.docker.stack.namespace=${stack}`
const dataLabel = 'rank-tracker-data=true'
const any = Number.POSITIVE_INFINITY
const simulated = {
  SERP_PROVIDERS: 'dataforseo',
  DATAFORSEO_MODE: 'live',
  SANDBOX: 'on',
  SANDBOX_URL: 'http://sandbox:8090',
  DATAFORSEO_LOGIN: 'sandbox',
  DATAFORSEO_PASSWORD: 'sandbox',
  DATAFORSEO_BASE_URL: 'http://sandbox:8090/dataforseo',
}

/** Runs the stack of docs/self-host/swarm.md on a swarm of this one node; removes what it started. */
export async function runStack(step: Step): Promise<void> {
  const wasActive = (await docker('info', '--format', '{{.Swarm.LocalNodeState}}')) === 'active'
  if (!wasActive) await docker('swarm', 'init', '--advertise-addr', '127.0.0.1')
  const [node = ''] = (await docker('node', 'ls', '--format', '{{.ID}}', '--filter', 'role=manager')).split('\n')
  await docker('node', 'update', '--label-add', dataLabel, node)
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-check-'))
  try {
    await takeSteps((name, seen) => step(`stack: ${name}`, seen), folder, node)
  } finally {
    await remove()
    rmSync(folder, { recursive: true, force: true })
    if (!wasActive) await docker('swarm', 'leave', '--force')
  }
}

async function takeSteps(step: Step, folder: string, node: string): Promise<void> {
  const port = await freePort()
  const system: System = { base: `http://127.0.0.1:${port}`, operator }
  const env = writeEnv(folder, { ...simulated, PUBLIC_PORT: String(port), PUBLIC_URL: system.base })
  await step('deploy', async () => {
    await run('sh', [path.join(root, 'deploy/stack.sh'), stack], { env: { ENV_FILE: env } })
    await startSandbox()
    await whole(...builtServices, 'lb', 'operator')
    await untilAnswered(system.base)
    return 'every service has its replicas, the public port answers'
  })
  await step('the README’s calls', () => readmeCalls(system))
  await step('an agent’s registration', () => agentRegisters(system))
  const load = await startLoad(system)
  const change = (name: string, service: string, args: string[], allowed = 0) =>
    step(name, () => load.during(() => docker('service', ...args).then(() => whole(service)), allowed))
  const rolling = (service: string) => ['update', '--force', '--detach=false', '-q', `${stack}_${service}`]
  const scale = (service: string, replicas: number) => ['scale', '--detach=false', `${stack}_${service}=${replicas}`]
  await change('one gateway more', 'gateway', scale('gateway', 3))
  await step('traffic of the replicas', async () => {
    const [balancer = ''] = await containersOf('lb')
    const replicas = { projects: await containersOf('projects'), mcp: await containersOf('mcp') }
    return load.shares({ balancer, gateways: 3, replicas })
  })
  for (const service of builtServices) await change(`rolling update of ${service}`, service, rolling(service))
  await change('one gateway less', 'gateway', scale('gateway', 2))
  await change('three brokers', 'nats', scale('nats', 3))
  for (const server of ['nats', 'lb', 'postgres']) await change(`update of ${server}`, server, rolling(server), any)
  await change('nothing', 'gateway', ['ls'])
  await load.stop()
  await step('the node is drained, and active again', () => drained(system, node))
}

/** The only node is drained, the database's with it: everything stops, and comes back with its data once the node is active. */
async function drained(system: System, node: string): Promise<string> {
  const account = await newAccount(system)
  await account.add('kept.com')
  const availability = (value: 'drain' | 'active') => docker('node', 'update', '--availability', value, node)
  const startedAt = performance.now()
  await availability('drain')
  await until('everything to stop', async () => (await docker('ps', '-q', '--filter', ofStack)) === '', 120_000, 500)
  const stoppedAt = performance.now()
  await availability('active')
  await whole(...builtServices, 'lb', 'postgres', 'nats', 'operator')
  await untilAnswered(system.base)
  await account.expect('kept.com')
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(0)
  return `stopped after ${seconds(startedAt, stoppedAt)} s, back ${seconds(stoppedAt, performance.now())} s later with its data`
}

async function operator(...args: string[]): Promise<string> {
  const [container = ''] = await containersOf('operator')
  const program = ['node', '--env-file=/run/secrets/environment', 'packages/local/src/operator.ts']
  return docker('exec', container, ...program, ...args)
}

async function containersOf(service: string): Promise<string[]> {
  const filters = ['--filter', `label=com.docker.swarm.service.name=${stack}_${service}`, '--filter', 'status=running']
  return (await docker('ps', '-q', ...filters)).split('\n').filter(Boolean)
}

/** Waits until each of these services has all its replicas; a replica counts once it is healthy. */
async function whole(...names: string[]): Promise<void> {
  for (const name of names) {
    const filter = ['--filter', `name=${stack}_${name}`]
    const isWhole = async () => {
      const [running, wanted] = (await docker('service', 'ls', ...filter, '--format', '{{.Replicas}}')).split('/')
      return running === wanted
    }
    await until(`${name} to be whole`, isWhole, 180_000, 500)
  }
}

/** The simulated providers, as one more service on the network that `projects` calls out from. */
function startSandbox(): Promise<string> {
  const place = ['--endpoint-mode', 'dnsrr', '--network', `name=${stack}_outside,alias=sandbox`]
  const program = ['--entrypoint', 'node packages/local/src/sandbox.ts', 'rank-tracker-operator:local']
  return docker('service', 'create', '-q', '--detach', '--name', `${stack}_sandbox`, ...place, ...program)
}

async function remove(): Promise<void> {
  await docker('service', 'rm', `${stack}_sandbox`).catch(() => {})
  await docker('stack', 'rm', stack)
  const isRemoved = async () => (await docker('ps', '-aq', '--filter', ofStack)) === ''
  await until('its containers to be removed', isRemoved, 120_000, 1_000)
  await docker('volume', 'rm', `${stack}_postgres`)
  const secrets = (await docker('secret', 'ls', '--format', '{{.Name}}')).split('\n')
  const own = secrets.filter((name) => name.startsWith(`${stack}-`))
  if (own.length > 0) await docker('secret', 'rm', ...own)
}
