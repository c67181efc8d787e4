import { runLoad } from '../harness/load.ts'
import { inTurns, median, metricOf, quantile, round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { costsOf, mediansByName } from './lib/contenders.ts'
import { bareProxy, ourGateway, usualGateway } from './lib/proxies.ts'

const rounds = 5
const connections = 32
const pace = { connections, seconds: 4 }
const loadShare = 0.3

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
    for (const contender of contenders) await runLoad(contender, { connections, seconds: 12 })
    const paced: number[] = []
    const samples = await inTurns(contenders, rounds, async (contender) => {
      const full = await costsOf(parts, contender, pace)
      const part = await runLoad(contender, { connections, seconds: 2, perSecond: full.perSecond * loadShare })
      // A process that waits more pays more for each request.
      if (contender === gateway)
        paced.push((await costsOf(parts, bare, { ...pace, perSecond: full.perSecond })).proxy ?? 0)
      return {
        ...full,
        both: (full.proxy ?? 0) + full.database,
        p50: quantile(part.latenciesMs, 0.5),
        p99: quantile(part.latenciesMs, 0.99),
        unexpected: full.unexpected + part.unexpected,
      }
    })
    // Requests of one admission call share its database cost.
    const batch = (suffix: string) => metricOf(gateway.adminUrl, `gateway_admission_batch_${suffix}`)
    const admissionsPerCall = round((await batch('sum')) / (await batch('count')), 2)
    return { ...report(samples, median(paced)), admissionsPerCall }
  })
}

/** `pacedCpu`: the plain proxy's cost at the gateway's rate. */
function report(samples: ReadonlyMap<string, Record<string, number>[]>, pacedCpu: number): object {
  const middle = mediansByName(samples)
  const rows = [...samples].map(([proxy, taken]) => ({
    proxy,
    'cpu us/request': round(middle(proxy, 'proxy'), 1),
    'database us/request': round(middle(proxy, 'database'), 1),
    'requests/s': round(middle(proxy, 'perSecond')),
    'p50 ms': round(middle(proxy, 'p50'), 2),
    'p99 ms': round(middle(proxy, 'p99'), 2),
    unexpected: sumOf(taken.map(({ unexpected = 0 }) => unexpected)),
  }))
  printTable(rows)
  console.log(`bare at the gateway's rate: ${round(pacedCpu, 1)} us a request`)
  const times = (name: string, figure: string) => middle(name, figure) / middle('gateway', figure)
  const usual = {
    cpu: round(times('usual', 'proxy'), 2),
    cpuWithDatabase: round(times('usual', 'both'), 2),
    perSecond: round(times('usual', 'perSecond'), 2),
  }
  const ratio = round(pacedCpu / middle('gateway', 'proxy'), 3)
  const fullSpeedRatio = round(times('bare', 'proxy'), 3)
  return { ratio, fullSpeedRatio, usual, rows, rounds, connections, loadShare }
}
