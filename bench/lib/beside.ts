import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Get } from './signed-get.ts'
import { quantile, round } from './stats.ts'

export type Watched = {
  p99Ms: number
  calls: number
  failed: number
  unready: number
  loopMs: number
  /** Of the time: how much the main thread computed, and how much it waited for a processor. */
  busyPercent: number
  waitPercent: number
}
/** A service: its admin port and its process. */
type Service = { adminPort: number; pid: number }

const everyMs = 5

/** Another account's calls, one after the other, while the service's readiness and the longest delay of its loop are watched. */
export async function watch(
  get: Get,
  target: string,
  { adminPort, pid }: Service,
  isOver: () => boolean,
): Promise<Watched> {
  const admin = `http://127.0.0.1:${adminPort}`
  // The figure is the longest delay since it was read last.
  await loopDelayMs(admin)
  const startedAt = performance.now()
  const before = mainThread(pid)
  const latencies: number[] = []
  const seen = { failed: 0, unready: 0, loopMs: 0 }
  const call = async () => {
    while (!isOver()) {
      const { status, ms } = await get(target)
      latencies.push(ms)
      if (status !== 200) seen.failed++
      await delay(everyMs)
    }
  }
  const look = async () => {
    while (!isOver()) {
      const ready = await fetch(`${admin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      if (!ready?.ok) seen.unready++
      await ready?.body?.cancel()
      seen.loopMs = Math.max(seen.loopMs, await loopDelayMs(admin))
      await delay(500)
    }
  }
  await Promise.all([call(), look()])
  const seconds = (performance.now() - startedAt) / 1_000
  const after = mainThread(pid)
  const percent = (i: 0 | 1) => round((after[i] - before[i]) / seconds / 1e7, 1)
  return {
    busyPercent: percent(0),
    waitPercent: percent(1),
    p99Ms: round(quantile(latencies, 0.99), 1),
    calls: latencies.length,
    ...seen,
    loopMs: round(seen.loopMs),
  }
}

/** The time that a process's main thread has computed, and that it has waited for a processor: nanoseconds. */
function mainThread(pid: number): [busy: number, waited: number] {
  const [busy, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return [Number(busy), Number(waited)]
}

async function loopDelayMs(admin: string): Promise<number> {
  const text = await (await fetch(`${admin}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds\S* (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1_000
}
