import path from 'node:path'
import { inSpan } from '@rts/shared/traces/spans'
import { runLoad } from '../harness/load.ts'
import { cpuOf, inTurns, median, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { costsOf } from './lib/contenders.ts'
import { ourGateway } from './lib/proxies.ts'

const rounds = 15
const pace = { connections: 32, seconds: 3 }
const warmUp = { ...pace, seconds: 10 }
const calls = 2_000_000

/** The cost of traces in a gateway's process, per request: off, at the usual share, and for every request, against no call of a span at all. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const upstream = await parts.server('bench/peers/upstream.ts')
    const collector = await parts.server('bench/peers/collector.ts')
    const collectorUrl = `http://127.0.0.1:${collector.port}`
    const sent = (share: string) => ({ OTLP_URL: collectorUrl, TRACE_SHARE: share })
    const without = path.join(import.meta.dirname, 'peers', 'without-spans.ts')
    const variants = {
      'no spans': { NODE_OPTIONS: `--import=${without}` },
      off: {},
      '1 %': sent('0.01'),
      all: sent('1'),
    }
    const gateways = []
    for (const [name, more] of Object.entries(variants))
      gateways.push(await ourGateway(parts, `http://127.0.0.1:${upstream.port}`, name, more))
    for (const gateway of gateways) await runLoad(gateway, warmUp)
    const taken = await inTurns(gateways, rounds, async (gateway) => {
      const { proxy = 0, unexpected } = await costsOf(parts, gateway, pace)
      if (unexpected > 0) throw new Error(`${gateway.name}: ${unexpected} unexpected answers`)
      return proxy
    })
    const base = taken.get('no spans') ?? []
    const rows = [...taken].map(([traces, samples]) => ({
      traces,
      'cpu us/request': round(median(samples), 1),
      'times no spans': round(median(samples.map((cpu, i) => cpu / (base[i] ?? Number.NaN))), 3),
    }))
    printTable(rows)
    const { bytes } = Object(await (await fetch(collectorUrl)).json())
    return { rows, rounds, ...pace, collectorBytes: bytes, offNsPerCall: await offNsPerCall() }
  })
}

/** The time that one call of a span adds while traces are off, in ns: two processes differ by more than all five of a request. */
async function offNsPerCall(): Promise<number> {
  const facts = { kind: 'client' } as const
  const work = () => Promise.resolve()
  const plain = async () => {
    for (let i = 0; i < calls; i++) await work()
  }
  const spanned = async () => {
    for (let i = 0; i < calls; i++) await inSpan('call', facts, work)
  }
  const added: number[] = []
  for (let i = 0; i < 11; i++) added.push(-(await cpuOf(plain)) + (await cpuOf(spanned)))
  // The first two compile it.
  return round((median(added.slice(2)) * 1e6) / calls, 1)
}
