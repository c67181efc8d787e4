import { closedLoop, openLoop } from '../harness/load.ts'
import { cpuMicroseconds, inTurns, median, metricOf, quantile, round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, withParts } from '../harness/system.ts'
import { bareProxy, type Contender, ourGateway, usualGateway } from './lib/proxies.ts'

const rounds = 5
const connections = 32
const pace = { connections, seconds: 4 }
const loadShare = 0.3

type Sample = { cpu: number; database: number; perSecond: number; p50: number; p99: number; unexpected: number }

/**
 * The cost of one proxied request in the proxy's process, against a plain proxy of the same libraries and the gateway that a team
 * would write itself. `usual` is the latter's cost, alone and with the database, and its speed, each as a multiple of ours.
 */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const upstream = await parts.server('bench/peers/upstream.ts')
    const target = `http://127.0.0.1:${upstream.port}`
    const gateway = await ourGateway(parts, target)
    const bare = await bareProxy(parts, target)
    const contenders = [bare, gateway, await usualGateway(parts, target, gateway)]
    // Long enough to compile the hot code of each: we measure the steady state.
    for (const contender of contenders) await closedLoop(contender, { connections, seconds: 12 })
    const paced: number[] = []
    const samples = await inTurns(contenders, rounds, async (contender) => {
      const taken = await sample(parts, contender)
      if (contender === gateway) paced.push(await pacedCpu(bare, taken.perSecond))
      return taken
    })
    // Requests of one admission call share its database cost.
    const batch = (suffix: string) => metricOf(gateway.adminUrl, `gateway_admission_batch_${suffix}`)
    const admissionsPerCall = round((await batch('sum')) / (await batch('count')), 2)
    return { ...report(samples, paced), admissionsPerCall }
  })
}

/** The plain proxy's cost at the gateway's rate: a process that waits more pays more for each request. */
async function pacedCpu(bare: Contender, perSecond: number): Promise<number> {
  const before = cpuMicroseconds(bare.pid)
  const { requests } = await openLoop(bare, { ...pace, perSecond })
  return (cpuMicroseconds(bare.pid) - before) / requests
}

async function sample({ databaseCpu }: Parts, contender: Contender): Promise<Sample> {
  const before = [cpuMicroseconds(contender.pid), databaseCpu()] as const
  const full = await closedLoop(contender, pace)
  const [cpu, database] = [cpuMicroseconds(contender.pid) - before[0], databaseCpu() - before[1]] as const
  const perSecond = full.requests / full.seconds
  const part = await openLoop(contender, { connections, seconds: 2, perSecond: perSecond * loadShare })
  return {
    cpu: cpu / full.requests,
    database: database / full.requests,
    perSecond,
    p50: quantile(part.latenciesMs, 0.5),
    p99: quantile(part.latenciesMs, 0.99),
    unexpected: full.unexpected + part.unexpected,
  }
}

function report(samples: Map<string, Sample[]>, paced: number[]): object {
  const middle = (name: string, of: (sample: Sample) => number) => median((samples.get(name) ?? []).map(of))
  const rows = [...samples].map(([proxy, taken]) => ({
    proxy,
    'cpu us/request': round(
      middle(proxy, ({ cpu }) => cpu),
      1,
    ),
    'database us/request': round(
      middle(proxy, ({ database }) => database),
      1,
    ),
    'requests/s': round(middle(proxy, ({ perSecond }) => perSecond)),
    'p50 ms': round(
      middle(proxy, ({ p50 }) => p50),
      2,
    ),
    'p99 ms': round(
      middle(proxy, ({ p99 }) => p99),
      2,
    ),
    unexpected: sumOf(taken.map(({ unexpected }) => unexpected)),
  }))
  printTable(rows)
  console.log(`bare at the gateway's rate: ${round(median(paced), 1)} us a request`)
  const times = (name: string, of: (sample: Sample) => number) => middle(name, of) / middle('gateway', of)
  const usual = {
    cpu: round(
      times('usual', ({ cpu }) => cpu),
      2,
    ),
    cpuWithDatabase: round(
      times('usual', ({ cpu, database }) => cpu + database),
      2,
    ),
    perSecond: round(
      times('usual', ({ perSecond }) => perSecond),
      2,
    ),
  }
  const ratio = round(median(paced) / middle('gateway', ({ cpu }) => cpu), 3)
  const fullSpeedRatio = round(
    times('bare', ({ cpu }) => cpu),
    3,
  )
  return { ratio, fullSpeedRatio, usual, rows, rounds, connections, loadShare }
}
