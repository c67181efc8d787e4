import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { metricOf, quantile } from '../../harness/measure.ts'
import type { Service } from '../../harness/system.ts'
import type { Call } from './callers.ts'

/** `failed` calls, `unready` looks, the longest delay of the loop; how much of the time the main thread computed, and waited for a processor. */
export type Watched = {
  p99Ms: number
  calls: number
  failed: number
  unready: number
  loopMs: number
  busyPercent: number
  waitPercent: number
}

const everyMs = 5
const lookEveryMs = 500

/** Another account's calls, one after the other, while the service's readiness and the longest delay of its loop are watched. */
export async function watch(
  call: Call,
  target: string,
  { adminPort, pid }: Service,
  isOver: () => boolean,
): Promise<Watched> {
  const admin = `http://127.0.0.1:${adminPort}`
  const loopMs = async () => (await metricOf(admin, 'nodejs_eventloop_lag_max_seconds')) * 1_000
  // The figure is the longest delay since it was read last.
  await loopMs()
  const startedAt = performance.now()
  const before = mainThread(pid)
  const latencies: number[] = []
  const seen = { failed: 0, unready: 0, loopMs: 0 }
  const callOn = async () => {
    for (; !isOver(); await delay(everyMs)) {
      const { status, ms } = await call(target)
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
  const percent = (what: 'busy' | 'waited') => {
    const nanoseconds = mainThread(pid)[what] - before[what]
    return nanoseconds / ((performance.now() - startedAt) * 1e4)
  }
  const spent = { busyPercent: percent('busy'), waitPercent: percent('waited') }
  return { ...spent, p99Ms: quantile(latencies, 0.99), calls: latencies.length, ...seen }
}

/** The time that a process's main thread has computed, and that it has waited for a processor: nanoseconds. */
function mainThread(pid: number): { busy: number; waited: number } {
  const [busy, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return { busy: Number(busy), waited: Number(waited) }
}
