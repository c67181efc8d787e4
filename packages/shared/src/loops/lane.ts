import { setTimeout as delay } from 'node:timers/promises'
import { type Loop, startLoop } from './loop.ts'

export type LaneOptions<J> = {
  /** The number of concurrent jobs. */
  places: number
  /** Leases at most `free` due jobs to this lane. */
  claim(free: number): Promise<J[]>
  /** Runs a job and records its outcome. It is aborted when it loses its lease or the lane stops. */
  run(job: J, signal: AbortSignal): Promise<void>
  /** Extends leases; answers the jobs that still hold one. */
  extend(jobs: readonly J[]): Promise<ReadonlySet<J>>
  /** Returns the leases of unfinished jobs without counting a try. */
  release(jobs: readonly J[]): Promise<void>
  onError(error: unknown): void
  pollMs?: number
  /** The interval between two extensions of the leases. */
  heartMs?: number
  /** How long `stop` waits for running jobs before it aborts and releases them. */
  patienceMs?: number
}

/** How long aborted jobs have to end; one that ignores its signal is abandoned. */
const abortMs = 1_000

/** Runs leased jobs until stopped: claims jobs as places become free, extends the leases of long jobs, aborts jobs that lost theirs. */
export function startLane<J>(options: LaneOptions<J>): Loop {
  const { places, pollMs = 1_000, heartMs = 10_000, patienceMs = 4_000, onError } = options
  const running = new Map<J, { abort: AbortController; done: Promise<void> }>()

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
      const free = places - running.size
      const jobs = free > 0 ? await options.claim(free) : []
      for (const job of jobs) launch(job)
      return free > 0 && jobs.length === free
    },
  })
  const beat = async () => {
    if (running.size === 0) return
    const asked = [...running.keys()]
    const kept = await options.extend(asked)
    for (const job of asked) if (!kept.has(job)) running.get(job)?.abort.abort()
  }
  const heart = setInterval(() => void beat().catch(onError), heartMs)

  return {
    wake: claims.wake,
    stop: async () => {
      await claims.stop()
      await within(patienceMs)
      clearInterval(heart)
      for (const { abort } of running.values()) abort.abort()
      if (running.size > 0) await options.release([...running.keys()])
      await within(abortMs)
    },
  }

  /** Waits until no job runs, at most `ms`. */
  async function within(ms: number): Promise<void> {
    const over = new AbortController()
    const all = Promise.all([...running.values()].map(({ done }) => done))
    await Promise.race([all, delay(ms, undefined, { signal: over.signal }).catch(() => {})])
    over.abort()
  }
}
