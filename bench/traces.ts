import path from 'node:path'
import { inSpan } from '@rts/shared/traces/spans'
import { cpuOf, median, repeated, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { inTurns, rowsOf } from './lib/contenders.ts'
import { ourGateway } from './lib/proxies.ts'

const plan = { rounds: 15, connections: 32, seconds: 3, warmUpSeconds: 10 }
const without = path.join(import.meta.dirname, 'peers', 'without-spans.ts')
const calls = 2_000_000

/** The cost of traces in a gateway's process, per request: off, at the usual share, and for every request, against no call of a span at all. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const upstream = await parts.server('bench/peers/upstream.ts')
    const target = `http://127.0.0.1:${upstream.port}`
    // The upstream is the collector too: it throws away what it gets.
    const sent = (share: string) => ({ OTLP_URL: target, TRACE_SHARE: share })
    const variants = {
      'no spans': { NODE_OPTIONS: `--import=${without}` },
      off: {},
      '1 %': sent('0.01'),
      all: sent('1'),
    }
    const gateways = []
    for (const [name, more] of Object.entries(variants)) gateways.push(await ourGateway(parts, target, name, more))
    const samples = await inTurns(parts, gateways, plan)
    const base = samples.get('no spans') ?? []
    const timesOf = (name: string) =>
      (samples.get(name) ?? []).map(({ proxy = 0 }, i) => proxy / (base[i]?.proxy ?? Number.NaN))
    const rows = rowsOf(samples).map((row) => ({ ...row, 'times no spans': round(median(timesOf(row.server)), 3) }))
    printTable(rows)
    return { rows, ...plan, offNsPerCall: await offNsPerCall() }
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
  const added = await repeated(11, async () => -(await cpuOf(plain)) + (await cpuOf(spanned)))
  // The first two compile it.
  return round((median(added.slice(2)) * 1e6) / calls, 1)
}
