import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { freePort } from '@rts/local/ports'
import { connectOperator } from '@rts/local/system/operator'
import { closedLoop, openLoop } from './lib/load.ts'
import { type Stack, startStack, untilOk } from './lib/stack.ts'
import { cpuMicroseconds, machine, median, printTable, quantile, round } from './lib/stats.ts'

const rounds = 5
const connections = 32
const warmUpSeconds = 12
const secondsPerRound = 4
const loadShare = 0.3
const seededAccounts = 10_000

type Contender = { name: string; port: number; pid: number; adminPort?: number; request(): Buffer }
type Sample = { cpuPerRequest: number; perSecond: number; p50: number; p99: number; unexpected: number }

function requestFor(path: string, key?: string): Buffer {
  const authorization = key ? `Authorization: Bearer ${key}\r\n` : ''
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\n${authorization}Accept: application/json\r\n\r\n`)
}

/** What one proxied request costs the proxy's process, against a plain proxy of the same libraries. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const upstreamPort = await freePort()
    await stack.node('bench/peers/upstream.ts', { PORT: String(upstreamPort) })
    const target = `http://127.0.0.1:${upstreamPort}`
    await untilOk(target)
    const contenders = [await bareProxy(stack, target), await ourGateway(stack, target)]
    const nginx = findProgram('nginx')
    if (nginx) contenders.push(await nginxProxy(stack, nginx, upstreamPort))
    return { ...report(await interleave(contenders)), admissionsPerCall: await meanBatch(contenders) }
  } finally {
    await stack.stop()
  }
}

type Measured = { samples: Map<string, Sample[]>; paced: number[] }

async function interleave(contenders: Contender[]): Promise<Measured> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]))
  // Until the compiler has seen enough of each: what is measured is the steady state.
  for (const contender of contenders) await closedLoop(contender.port, connections, warmUpSeconds, contender.request)
  const [bare, gateway] = contenders
  if (!bare || !gateway) throw new Error('nothing to compare')
  const paced: number[] = []
  for (let i = 0; i < rounds; i++) {
    for (const contender of contenders) samples.get(contender.name)?.push(await sample(contender))
    paced.push(await pacedCpu(bare, samples.get(gateway.name)?.at(-1)?.perSecond ?? 0))
  }
  return { samples, paced }
}

/** What the plain proxy costs at the gateway's rate: a process that waits more pays more for each request. */
async function pacedCpu({ port, pid, request }: Contender, perSecond: number): Promise<number> {
  const before = cpuMicroseconds(pid)
  const { requests } = await openLoop(port, connections, secondsPerRound, perSecond, request)
  return (cpuMicroseconds(pid) - before) / requests
}

async function sample({ port, pid, request }: Contender): Promise<Sample> {
  const before = cpuMicroseconds(pid)
  const full = await closedLoop(port, connections, secondsPerRound, request)
  const cpu = cpuMicroseconds(pid) - before
  const perSecond = full.requests / full.seconds
  const part = await openLoop(port, connections, 2, perSecond * loadShare, request)
  return {
    cpuPerRequest: cpu / full.requests,
    perSecond,
    p50: quantile(part.latenciesMs, 0.5),
    p99: quantile(part.latenciesMs, 0.99),
    unexpected: full.unexpected + part.unexpected,
  }
}

function report({ samples, paced }: Measured): Record<string, unknown> {
  const rows = [...samples].map(([name, taken]) => ({
    proxy: name,
    'cpu us/request': round(median(taken.map((s) => s.cpuPerRequest)), 1),
    'requests/s': round(median(taken.map((s) => s.perSecond))),
    'p50 ms': round(median(taken.map((s) => s.p50)), 2),
    'p99 ms': round(median(taken.map((s) => s.p99)), 2),
    unexpected: taken.reduce((sum, s) => sum + s.unexpected, 0),
  }))
  printTable(rows)
  const cpu = (name: string) => median((samples.get(name) ?? []).map((s) => s.cpuPerRequest))
  const [ratio, fullSpeedRatio] = [median(paced), cpu('bare')].map((bare) => round(bare / cpu('gateway'), 3))
  console.log(`bare at the gateway's rate: ${round(median(paced), 1)} us a request`)
  return { ratio, fullSpeedRatio, rows, rounds, connections, loadShare, machine: machine() }
}

/** Requests that one admission call decided, on average: what the database costs is shared by so many. */
async function meanBatch(contenders: Contender[]): Promise<number> {
  const adminPort = contenders.find(({ name }) => name === 'gateway')?.adminPort
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  const value = (suffix: string) =>
    Number(new RegExp(`^gateway_admission_batch_${suffix}\\S* (\\S+)`, 'm').exec(text)?.[1])
  return round(value('sum') / value('count'), 2)
}

async function bareProxy(stack: Stack, target: string): Promise<Contender> {
  const port = await freePort()
  const { pid } = await stack.node('bench/peers/bare-proxy.ts', {
    PORT: String(port),
    TARGET: target,
    NODE_ENV: 'production',
  })
  await untilOk(`http://127.0.0.1:${port}/projects`)
  const request = requestFor('/projects')
  return { name: 'bare', port, pid, request: () => request }
}

async function ourGateway(stack: Stack, target: string): Promise<Contender> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    DATABASE_URL: await stack.database('gateway'),
    NATS_URL: stack.natsUrl,
    CALLER_KEYS: stack.callerKeys,
    PROJECTS_URL: target,
    DISABLED_SERVICES: 'projects,mcp',
    DATA_DIR: stack.folder,
    LOG_LEVEL: 'warn',
  }
  const { pid } = await stack.node('services/gateway/src/main.ts', env)
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  const operator = await connectOperator({ natsUrl: stack.natsUrl, callerKeys: stack.callerKeys })
  const seeded = await operator.call('keys.seed', {
    body: { accounts: seededAccounts, keysPerAccount: 1, plan: 'scale' },
  })
  await operator.close()
  const requests = seeded.secrets.map((key) => requestFor('/http/v1/projects', key))
  await untilOk(`http://127.0.0.1:${port}/http/v1/projects`, { authorization: `Bearer ${seeded.secrets[0]}` })
  let next = 0
  return { name: 'gateway', port, pid, adminPort, request: () => requests[next++ % requests.length] ?? Buffer.alloc(0) }
}

async function nginxProxy(stack: Stack, program: string, upstreamPort: number): Promise<Contender> {
  const port = await freePort()
  const file = path.join(stack.folder, 'nginx.conf')
  const config = `daemon off; master_process off; pid ${stack.folder}/nginx.pid; error_log stderr error; events { worker_connections 512; }
http { access_log off; client_body_temp_path ${stack.folder}/body; proxy_temp_path ${stack.folder}/proxy;
  upstream service { server 127.0.0.1:${upstreamPort}; keepalive 64; }
  server { listen 127.0.0.1:${port}; keepalive_requests 1000000; location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`
  writeFileSync(file, config)
  const { pid } = await stack.program(program, ['-c', file, '-p', stack.folder])
  await untilOk(`http://127.0.0.1:${port}/projects`)
  const request = requestFor('/projects')
  return { name: 'nginx', port, pid, request: () => request }
}
