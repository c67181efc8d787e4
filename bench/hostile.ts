import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median, metricOf, peakMegabytes, quantile, round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Service, withParts } from '../harness/system.ts'
import { type Call, callsOf } from './lib/callers.ts'
import type { Attack } from './lib/hostile-posts.ts'
import { type Attacked, prepareHostile } from './lib/hostile-services.ts'

const { values: chosen } = parseArgs({
  args: process.argv.slice(3),
  options: { only: { type: 'string', default: '' } },
})
const rounds = 4
const seconds = { warm: 1, alone: 2, attacked: 3 }
/** The other account's p99 at most so many times its own. */
const maxTimes = 3
const maxMegabytes = 1_500
const maxLoopMs = 50
const callEveryMs = 5
const lookEveryMs = 500

/** `failed` calls, `unready` looks, and the longest delay of the loop. */
type Watched = { p99Ms: number; calls: number; failed: number; unready: number; loopMs: number }

/** The worst text within each bound, while another account's data is read: p99, event loop and memory. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const rows = []
    for (const attacked of await prepareHostile(parts))
      for (const [what, attack] of Object.entries(attacked.attacks))
        if (what.includes(chosen.only)) rows.push(await rowOf(what, attack, attacked))
    printTable(rows)
    const ratio = Math.max(...rows.map(({ times }) => times))
    return { ratio, rows, holds: rows.every(({ holds }) => holds === 'yes'), rounds }
  })
}

/** One attack on a service that has just started, after its calls alone. */
async function rowOf(what: string, attack: Attack, { start, calm }: Attacked) {
  const service = await start()
  const call = callsOf(service.port, calm.caller, calm.body)
  const during = async (when: keyof typeof seconds, beside?: Attack) => {
    const from = performance.now()
    const isOver = () => performance.now() - from > seconds[when] * 1_000
    const [watched] = await Promise.all([watch(service, () => call(calm.target), isOver), beside?.(service, isOver)])
    return watched
  }
  await during('warm')
  const seen: Record<'alone' | 'attacked', Watched[]> = { alone: [], attacked: [] }
  for (let i = 0; i < rounds; i++) {
    seen.alone.push(await during('alone'))
    seen.attacked.push(await during('attacked', attack))
  }
  const megabytes = round(peakMegabytes(service.pid))
  await service.stop()
  const figures = (when: keyof typeof seen, figure: keyof Watched) => seen[when].map((each) => each[figure])
  const middle = (when: keyof typeof seen, figure: keyof Watched) => round(median(figures(when, figure)), 1)
  const times = round(middle('attacked', 'p99Ms') / middle('alone', 'p99Ms'), 2)
  const lost = sumOf([...figures('attacked', 'failed'), ...figures('attacked', 'unready')])
  const loopMs = middle('attacked', 'loopMs')
  const isFine = lost === 0 && times <= maxTimes && loopMs <= maxLoopMs && megabytes <= maxMegabytes
  return {
    what,
    aloneMs: middle('alone', 'p99Ms'),
    attackedMs: middle('attacked', 'p99Ms'),
    times,
    callsAlone: sumOf(figures('alone', 'calls')),
    calls: sumOf(figures('attacked', 'calls')),
    lost,
    loopAloneMs: middle('alone', 'loopMs'),
    loopMs,
    megabytes,
    holds: isFine ? 'yes' : 'NO',
  }
}

/** Another account's calls, one after the other, while the service's readiness and the longest delay of its loop are watched. */
async function watch({ adminPort }: Service, call: () => ReturnType<Call>, isOver: () => boolean): Promise<Watched> {
  const admin = `http://127.0.0.1:${adminPort}`
  const loopMs = async () => (await metricOf(admin, 'nodejs_eventloop_lag_max_seconds')) * 1_000
  // The figure is the longest delay since it was read last.
  await loopMs()
  const latencies: number[] = []
  const seen = { failed: 0, unready: 0, loopMs: 0 }
  const callOn = async () => {
    for (; !isOver(); await delay(callEveryMs)) {
      const { status, ms } = await call()
      latencies.push(ms)
      if (status !== 200) seen.failed++
    }
  }
  const look = async () => {
    for (; !isOver(); await delay(lookEveryMs)) {
      const ready = await fetch(`${admin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      if (!ready?.ok) seen.unready++
      await ready?.body?.cancel()
      seen.loopMs = Math.max(seen.loopMs, await loopMs())
    }
  }
  await Promise.all([callOn(), look()])
  return { p99Ms: quantile(latencies, 0.99), calls: latencies.length, ...seen }
}
