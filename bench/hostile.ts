import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median, metricOf, peakMegabytes, quantile, round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Service, withParts } from '../harness/system.ts'
import { type Call, callsOf, callUntil } from './lib/callers.ts'
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

/** `lost`: calls that failed, and looks at a service that was not ready; `loopMs`: the longest delay of its loop. */
type Watched = { p99Ms: number; lost: number; loopMs: number }

/** The worst text within each bound, while another account's data is read: p99, event loop and memory. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const rows = []
    for (const attacked of await prepareHostile(parts))
      for (const [what, attack] of Object.entries(attacked.attacks))
        if (what.includes(chosen.only)) rows.push(await rowOf(what, attack, attacked))
    printTable(rows)
    return { rows, holds: rows.every(({ holds }) => holds === 'yes'), rounds }
  })
}

/** One attack on a service that has just started, after its calls alone. */
async function rowOf(what: string, attack: Attack, { start, calm }: Attacked) {
  const service = await start()
  const call = callsOf(service.port, calm.caller, calm.body)
  const during = async (when: keyof typeof seconds, beside?: Attack) => {
    const endsAt = Date.now() + seconds[when] * 1_000
    const [watched] = await Promise.all([watch(service, () => call(calm.target), endsAt), beside?.(service, endsAt)])
    return watched
  }
  await during('warm')
  const alone: Watched[] = []
  const attacked: Watched[] = []
  for (let i = 0; i < rounds; i++) {
    alone.push(await during('alone'))
    attacked.push(await during('attacked', attack))
  }
  const megabytes = round(peakMegabytes(service.pid))
  await service.stop()
  const middle = (seen: readonly Watched[], figure: keyof Watched) => round(median(seen.map((each) => each[figure])), 1)
  const aloneMs = middle(alone, 'p99Ms')
  const attackedMs = middle(attacked, 'p99Ms')
  const times = round(attackedMs / aloneMs, 2)
  const lost = sumOf(attacked.map((each) => each.lost))
  const loopMs = middle(attacked, 'loopMs')
  const isFine = lost === 0 && times <= maxTimes && loopMs <= maxLoopMs && megabytes <= maxMegabytes
  return { what, aloneMs, attackedMs, times, lost, loopMs, megabytes, holds: isFine ? 'yes' : 'NO' }
}

/** Another account's calls, while the service's readiness and the longest delay of its loop are watched. */
async function watch({ adminPort }: Service, call: () => ReturnType<Call>, endsAt: number): Promise<Watched> {
  const admin = `http://127.0.0.1:${adminPort}`
  const delayOfLoop = async () => (await metricOf(admin, 'nodejs_eventloop_lag_max_seconds')) * 1_000
  // The figure is the longest delay since it was read last.
  await delayOfLoop()
  let unready = 0
  let loopMs = 0
  const look = async () => {
    for (; Date.now() < endsAt; await delay(lookEveryMs)) {
      const ready = await fetch(`${admin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      if (!ready?.ok) unready++
      await ready?.body?.cancel()
      loopMs = Math.max(loopMs, await delayOfLoop())
    }
  }
  const [{ times, failed }] = await Promise.all([callUntil(endsAt, call, callEveryMs), look()])
  return { p99Ms: quantile(times, 0.99), lost: failed + unready, loopMs }
}
