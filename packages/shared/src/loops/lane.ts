import { setTimeout as delay } from 'node:timers/promises'
import { inTime } from '../scheduling.ts'
import { type Loop, startLoop } from './loop.ts'

export type LaneOptions<J> = {
  /** How much runs at once, in sizes of jobs; one by default. */
  places?: number
  /** Leases due jobs, at most `free` in size. Fewer mean that no more are due now. */
  claim(free: number, running: readonly J[]): Promise<readonly J[]>
  /** Runs a job and records its outcome. It is aborted when it loses its lease or the lane stops. */
  run(job: J, signal: AbortSignal): Promise<void>
  /** Extends leases; answers the jobs that still hold one. Without it a lease outlasts its job. */
  extend?(jobs: readonly J[]): Promise<ReadonlySet<J>>
  /** Returns the leases of unfinished jobs without counting a try. Without it they expire. */
  release?(jobs: readonly J[]): Promise<void>
  /** The places that a job takes; one by default. */
  size?(job: J): number
  onError(error: unknown): void
  pollMs?: number
  heartMs?: number
  /** How long a few free places wait for more while jobs run, so that one claim fills many. */
  gatherMs?: number
  /** How long `stop` waits for running jobs before it aborts and releases them. */
  patienceMs?: number
}

/** How long aborted jobs have to end; one that ignores its signal is abandoned. */
const abortMs = 1_000
/** Short: another replica may claim an expired lease soon after the database is back. */
const heartRetryMs = 1_000

/** Runs leased jobs until stopped: claims jobs as places become free, extends the leases of long jobs, aborts jobs that lost theirs. */
export function startLane<J>(options: LaneOptions<J>): Loop {
  const { places = 1, size = () => 1, pollMs = 1_000, heartMs = 10_000, patienceMs = 4_000, onError } = options
  const { extend, gatherMs = 0 } = options
  const running = new Map<J, { abort: AbortController; done: Promise<void> }>()
  const sizeOf = (jobs: Iterable<J>) => [...jobs].reduce((sum, job) => sum + size(job), 0)
  const countFree = () => places - sizeOf(running.keys())

  function launch(job: J): void {
    const abort = new AbortController()
    const done = options
      .run(job, abort.signal)
      .catch(onError)
      .then(() => {
        running.delete(job)
        claims.wake()
      })
    running.set(job, { abort, done })
  }

  const claims = startLoop({
    pollMs,
    onError,
    round: async () => {
      if (gatherMs > 0 && running.size > 0 && countFree() < Math.min(places / 4, 16)) await delay(gatherMs)
      const free = countFree()
      const jobs = free > 0 ? await options.claim(free, [...running.keys()]) : []
      for (const job of jobs) launch(job)
      return free > 0 && sizeOf(jobs) >= free
    },
  })
  const heart =
    extend &&
    startLoop({
      pollMs: heartMs,
      retryMs: Math.min(heartMs, heartRetryMs),
      onError,
      round: async () => {
        const asked = [...running.keys()]
        const kept: ReadonlySet<J> = asked.length > 0 ? await extend(asked) : new Set()
        for (const job of asked) if (!kept.has(job)) running.get(job)?.abort.abort()
        return false
      },
    })
  const ended = (ms: number) => inTime(ms, Promise.all([...running.values()].map(({ done }) => done)), undefined)

  return {
    wake: claims.wake,
    stop: async () => {
      await claims.stop()
      await ended(patienceMs)
      await heart?.stop()
      for (const { abort } of running.values()) abort.abort()
      if (running.size > 0) await options.release?.([...running.keys()]).catch(onError)
      await ended(abortMs)
    },
  }
}
