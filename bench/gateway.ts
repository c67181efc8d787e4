import { findProgram } from '@rts/local/nats-server'
import { freePort } from '@rts/local/ports'
import { closedLoop, openLoop } from './lib/load.ts'
import { bareProxy, type Contender, nginxProxy, ourGateway, usualGateway } from './lib/proxies.ts'
import { type Stack, startStack, untilOk } from './lib/stack.ts'
import { cpuMicroseconds, machine, median, printTable, quantile, round } from './lib/stats.ts'

const rounds = 5
const connections = 32
const warmUpSeconds = 12
const secondsPerRound = 4
const loadShare = 0.3

type Sample = {
  cpuPerRequest: number
  databasePerRequest: number
  perSecond: number
  p50: number
  p99: number
  unexpected: number
}

/**
 * The cost of one proxied request in the proxy's process, against a plain proxy of the same libraries and the gateway that a team
 * would write itself. `usual` is the latter's cost, alone and with the database, and its speed, each as a multiple of ours.
 */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const upstreamPort = await freePort()
    await stack.node('bench/peers/upstream.ts', { PORT: String(upstreamPort) })
    const target = `http://127.0.0.1:${upstreamPort}`
    await untilOk(target)
    const ours = await ourGateway(stack, target)
    const contenders = [await bareProxy(stack, target), ours, await usualGateway(stack, target, ours)]
    const nginx = findProgram('nginx')
    if (nginx) contenders.push(await nginxProxy(stack, nginx, upstreamPort))
    return { ...report(await interleave(stack, contenders)), admissionsPerCall: await meanBatch(contenders) }
  } finally {
    await stack.stop()
  }
}

type Measured = { samples: Map<string, Sample[]>; paced: number[] }

async function interleave(stack: Stack, contenders: Contender[]): Promise<Measured> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]))
  // Long enough to compile the hot code of each: we measure the steady state.
  for (const contender of contenders) await closedLoop(contender.port, connections, warmUpSeconds, contender.request)
  const [bare, gateway] = contenders
  if (!bare || !gateway) throw new Error('nothing to compare')
  const paced: number[] = []
  for (let i = 0; i < rounds; i++) {
    for (const contender of contenders) samples.get(contender.name)?.push(await sample(stack, contender))
    paced.push(await pacedCpu(bare, samples.get(gateway.name)?.at(-1)?.perSecond ?? 0))
  }
  return { samples, paced }
}

/** The plain proxy's cost at the gateway's rate: a process that waits more pays more for each request. */
async function pacedCpu({ port, pid, request }: Contender, perSecond: number): Promise<number> {
  const before = cpuMicroseconds(pid)
  const { requests } = await openLoop(port, connections, secondsPerRound, perSecond, request)
  return (cpuMicroseconds(pid) - before) / requests
}

async function sample({ databaseCpu }: Stack, { port, pid, request }: Contender): Promise<Sample> {
  const before = cpuMicroseconds(pid)
  const databaseBefore = databaseCpu()
  const full = await closedLoop(port, connections, secondsPerRound, request)
  const cpu = cpuMicroseconds(pid) - before
  const database = databaseCpu() - databaseBefore
  const perSecond = full.requests / full.seconds
  const part = await openLoop(port, connections, 2, perSecond * loadShare, request)
  return {
    cpuPerRequest: cpu / full.requests,
    databasePerRequest: database / full.requests,
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
    'database us/request': round(median(taken.map((s) => s.databasePerRequest)), 1),
    'requests/s': round(median(taken.map((s) => s.perSecond))),
    'p50 ms': round(median(taken.map((s) => s.p50)), 2),
    'p99 ms': round(median(taken.map((s) => s.p99)), 2),
    unexpected: taken.reduce((sum, s) => sum + s.unexpected, 0),
  }))
  printTable(rows)
  const cpu = (name: string) => median((samples.get(name) ?? []).map((s) => s.cpuPerRequest))
  const [ratio, fullSpeedRatio] = [median(paced), cpu('bare')].map((bare) => round(bare / cpu('gateway'), 3))
  console.log(`bare at the gateway's rate: ${round(median(paced), 1)} us a request`)
  const whole = (name: string) => median((samples.get(name) ?? []).map((s) => s.cpuPerRequest + s.databasePerRequest))
  const rate = (name: string) => median((samples.get(name) ?? []).map((s) => s.perSecond))
  const usual = {
    cpu: round(cpu('usual') / cpu('gateway'), 2),
    cpuWithDatabase: round(whole('usual') / whole('gateway'), 2),
    perSecond: round(rate('usual') / rate('gateway'), 2),
  }
  return { ratio, fullSpeedRatio, usual, rows, rounds, connections, loadShare, machine: machine() }
}

/** The average number of requests in one admission call: they share its database cost. */
async function meanBatch(contenders: Contender[]): Promise<number> {
  const adminPort = contenders.find(({ name }) => name === 'gateway')?.adminPort
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  const value = (suffix: string) =>
    Number(new RegExp(`^gateway_admission_batch_${suffix}\\S* (\\S+)`, 'm').exec(text)?.[1])
  return round(value('sum') / value('count'), 2)
}
