import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import type { ClaimedTarget, TargetStore } from '../data/target-store.ts'
import { compactPage } from '../domain/positions.ts'
import { retryDelay } from '../domain/rhythm.ts'
import type { SerpFailure, SerpPage, SerpSource } from '../providers/serp.ts'

export type RankWorkerOptions = {
  targets: TargetStore
  serp: SerpSource
  clock: Clock
  logger: Logger
  /** Pages that are fetched at once. */
  concurrency: number
}
export type RankWorker = { wake(): void; stop(): Promise<void> }

const pollMs = 1_000
/** A fetch in its last moments may end; what takes longer is given back to the other workers. */
const stopPatienceMs = 4_000

/** Fetches due pages until it is stopped: woken when something is added, and looking by itself each second. */
export function startRankWorker(options: RankWorkerOptions): RankWorker {
  const running = new Map<ClaimedTarget, Promise<void>>()
  const signal = createSignal()
  let stopped = false

  function launch(target: ClaimedTarget): void {
    const work = checkTarget(options, target)
      .catch((error: unknown) => options.logger.error({ err: error, target: target.id }, 'rank check broke off'))
      .then(() => {
        running.delete(target)
        signal.wake()
      })
    running.set(target, work)
  }

  async function claim(): Promise<number> {
    const free = options.concurrency - running.size
    if (free === 0) return 0
    const claimed = await options.targets.claim(free, options.clock.now())
    for (const target of claimed) launch(target)
    return claimed.length
  }

  const loop = (async () => {
    while (!stopped) {
      const claimed = await claim().catch((error: unknown) => {
        options.logger.warn({ err: error }, 'due pages cannot be claimed')
        return 0
      })
      if (claimed === 0 && !stopped) await signal.wait(pollMs)
    }
  })()

  return {
    wake: signal.wake,
    stop: async () => {
      stopped = true
      signal.wake()
      await loop
      await Promise.race([Promise.all(running.values()), patience(stopPatienceMs)])
      await Promise.all([...running.keys()].map((target) => options.targets.release(target)))
    },
  }
}

/** One check of one page: nobody wants it, or its readers get their ranks, or they are told why not. */
async function checkTarget({ targets, serp, clock, logger }: RankWorkerOptions, target: ClaimedTarget) {
  if (!(await targets.isWanted(target, clock.now()))) return
  const { phrase, country, language, device, depth } = target
  const result = await serp.search({ phrase, country, language, device, depth }).catch((error: unknown) => {
    logger.error({ err: error, target: target.id }, 'results page source threw')
    return brokenSource
  })
  if (result.ok) await keep(targets, target, result, clock.now())
  else await fail(targets, target, result, clock.now())
}

const brokenSource: SerpFailure = { ok: false, source: null, kind: 'upstream', retryAfterSeconds: null, billed: false }

async function keep(targets: TargetStore, target: ClaimedTarget, result: SerpPage, now: Date): Promise<void> {
  const { fetchedAt, source, sandbox, depth, organic, costUsd } = result
  await targets.keep(target, { fetchedAt, source, sandbox, depth, ...compactPage(organic) }, costUsd, now)
}

async function fail(targets: TargetStore, target: ClaimedTarget, failure: SerpFailure, now: Date): Promise<void> {
  const isHopeless = failure.kind === 'bad_request'
  const delay = retryDelay(target.tries + 1, failure.retryAfterSeconds, isHopeless)
  const retryAt = delay === null ? null : new Date(now.getTime() + delay * 1_000)
  await targets.fail(target, failure.kind, retryAt, now)
}

function patience(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

/** A wake-up that is not lost when nobody waits for it. */
function createSignal() {
  let pending = false
  let resolveWait = () => {}
  return {
    wake: () => {
      pending = true
      resolveWait()
    },
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(done, pending ? 0 : ms)
        function done() {
          clearTimeout(timer)
          pending = false
          resolve()
        }
        resolveWait = done
      }),
  }
}
