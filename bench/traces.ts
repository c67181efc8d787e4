import path from 'node:path'
import process from 'node:process'
import { freePort } from '@rts/local/ports'
import { inSpan } from '@rts/shared/traces/spans'
import { closedLoop } from './lib/load.ts'
import { type Contender, ourGateway } from './lib/proxies.ts'
import { startStack, untilOk } from './lib/stack.ts'
import { cpuMicroseconds, machine, median, printTable, round } from './lib/stats.ts'

const rounds = 15
const connections = 32
const warmUpSeconds = 10
const secondsPerRound = 3

/** The cost of traces in a gateway's process, per request: off, at the usual share, and for every request, against no call of a span at all. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const [target, collector] = await Promise.all(
      ['bench/peers/upstream.ts', 'bench/peers/collector.ts'].map(async (entry) => {
        const port = await freePort()
        await stack.node(entry, { PORT: String(port) })
        await untilOk(`http://127.0.0.1:${port}`)
        return `http://127.0.0.1:${port}`
      }),
    )
    if (target === undefined || collector === undefined) throw new Error('both were started')
    const sent = (share: string) => ({ OTLP_URL: collector, TRACE_SHARE: share })
    const without = path.join(import.meta.dirname, 'peers', 'without-spans.ts')
    const variants = {
      'no spans': { NODE_OPTIONS: `--import=${without}` },
      off: {},
      '1 %': sent('0.01'),
      all: sent('1'),
    }
    const contenders: Contender[] = []
    for (const [name, more] of Object.entries(variants))
      contenders.push(await ourGateway(stack, target, { name, more }))
    const taken = await interleave(contenders)
    const { bytes } = Object(await (await fetch(collector)).json())
    return { ...report(taken), collectorBytes: bytes, offNsPerCall: await offNsPerCall() }
  } finally {
    await stack.stop()
  }
}

const calls = 2_000_000

/** The time that one call of a span adds while traces are off, in ns: the difference between two processes is larger than all five of a request. */
async function offNsPerCall(): Promise<number> {
  const facts = { kind: 'client' } as const
  const work = () => Promise.resolve()
  const plain = async () => {
    for (let i = 0; i < calls; i++) await work()
  }
  const spanned = async () => {
    for (let i = 0; i < calls; i++) await inSpan('call', facts, work)
  }
  const nsOf = async (loop: () => Promise<void>) => {
    const before = process.cpuUsage()
    await loop()
    const { user, system } = process.cpuUsage(before)
    return ((user + system) * 1_000) / calls
  }
  const added: number[] = []
  // The first two compile it.
  for (let i = 0; i < 11; i++) added.push(-(await nsOf(plain)) + (await nsOf(spanned)))
  return round(median(added.slice(2)), 1)
}

/** CPU of one request, in µs, by contender: each round asks all of them, each time in another order. */
async function interleave(contenders: Contender[]): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (const { port, request } of contenders) await closedLoop(port, connections, warmUpSeconds, request)
  for (let i = 0; i < rounds; i++) {
    for (const [at] of contenders.entries()) {
      const next = contenders[(at + i) % contenders.length]
      if (next) taken.get(next.name)?.push(await cpuOf(next))
    }
  }
  return taken
}

async function cpuOf({ name, port, pid, request }: Contender): Promise<number> {
  const before = cpuMicroseconds(pid)
  const { requests, unexpected } = await closedLoop(port, connections, secondsPerRound, request)
  if (unexpected > 0) throw new Error(`${name}: ${unexpected} unexpected answers`)
  return (cpuMicroseconds(pid) - before) / requests
}

function report(taken: Map<string, number[]>): Record<string, unknown> {
  const base = taken.get('no spans') ?? []
  const rows = [...taken].map(([traces, samples]) => ({
    traces,
    'cpu us/request': round(median(samples), 1),
    'times no spans': round(median(samples.map((cpu, i) => cpu / (base[i] ?? Number.NaN))), 3),
  }))
  printTable(rows)
  return { rows, rounds, connections, secondsPerRound, machine: machine() }
}
