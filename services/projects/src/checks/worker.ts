import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { isDatabaseLoss } from '@rts/shared/service/database-loss'
import { refusalOf } from '@rts/shared/service/database-refusal'
import { beginTrace } from '@rts/shared/traces/spans'
import {
  type ClaimedPage,
  type DuePage,
  postpone,
  type RankFeed,
  release,
  renewLeases,
  retryDelay,
} from '../queue/queue.ts'
import { type CheckDeps, checkPage, untilWritten } from './page-check.ts'
import type { SerpQueue } from './providers/serp.ts'
import { collectPage, orderPages } from './queue-orders.ts'

type WorkerDeps = CheckDeps & {
  feed: RankFeed
  /** Where pages are ordered; null fetches every page live. */
  queue: SerpQueue | null
  concurrency: number
}
type Work = { targets: ClaimedPage[]; run(): Promise<void> }

const pollMs = 1_000
/** A quarter of a lease, so that one failed renewal loses no lease. */
const renewMs = 15_000
/** Short, because an expired lease may be claimed soon after the database comes back: see the claim. */
const renewRetryMs = 1_000
/** How long a few free slots wait for more, so that one claim fills many. */
const gatherMs = 15
/** The shortest wait after a fault of ours, which may have cost money and would again: in the end it is a day. */
const unexplainedSeconds = 300
/** How long a stop waits for fetches to end; the pages of the others are given back to other workers. */
const stopPatienceMs = 4_000

/** Fetches due pages until it is stopped: it looks for them each second, and at once when it is woken. */
export function startRankWorker(deps: WorkerDeps): Loop {
  const { db, feed, logger, concurrency } = deps
  const running = new Map<ClaimedPage, Promise<void>>()
  const leases = startLoop({
    pollMs: renewMs,
    retryMs: renewRetryMs,
    onError: (error) => logger.warn({ err: error }, 'leases of pages cannot be renewed'),
    round: async () => {
      const targets = [...running.keys()]
      if (targets.length > 0) await renewLeases(db, targets)
      return false
    },
  })

  function launch({ targets, run }: Work): void {
    const work = beginTrace('rank check', { kind: 'consumer' }, run)
      .catch((error: unknown) => giveBack(deps, targets, error))
      .then(() => {
        for (const target of targets) running.delete(target)
        loop.wake()
      })
    for (const target of targets) running.set(target, work)
  }

  async function fill(): Promise<boolean> {
    const isFew = () => running.size > 0 && concurrency - running.size < Math.min(concurrency / 4, 16)
    if (isFew()) await delay(gatherMs)
    const free = concurrency - running.size
    if (free === 0) return false
    const underWay = new Set([...running.keys()].map(({ id }) => id))
    const pages = await feed.claimNext(free, underWay)
    for (const work of workOf(deps, pages)) launch(work)
    return pages.length > 0
  }

  const loop = startLoop({
    pollMs,
    round: fill,
    onError: (error) => logger.warn({ err: error }, 'due pages cannot be claimed'),
  })

  return {
    wake: () => {
      feed.wake()
      loop.wake()
    },
    stop: async () => {
      await loop.stop()
      await leases.stop()
      await Promise.race([Promise.all(running.values()), delay(stopPatienceMs)])
      // Without a database the leases expire.
      await Promise.allSettled([...running.keys()].map((target) => release(db, target)))
    },
  }
}

/** Gives pages back: due at once if the database was lost, and after a growing while if the fault is unexplained. */
async function giveBack(deps: WorkerDeps, targets: readonly ClaimedPage[], error: unknown): Promise<void> {
  const { db, logger, clock } = deps
  const isLoss = isDatabaseLoss(error)
  logger[isLoss ? 'warn' : 'error'](
    { err: refusalOf(error) ?? error, targets: targets.map(({ id }) => id) },
    'rank check broke off',
  )
  const later = (tries: number) => {
    const seconds = Math.max(unexplainedSeconds, retryDelay(tries, null, false) ?? 0)
    return new Date(clock.now().getTime() + seconds * 1_000)
  }
  const back = targets.map((target) => {
    const tries = target.tries + 1
    return untilWritten(() => (isLoss ? release(db, target) : postpone(db, target, { at: later(tries), tries })))
  })
  await Promise.allSettled(back)
}

/** New orders go to the provider together; every other page is a separate piece of work. A page that a person waits for is never sent to the queue. */
function workOf({ queue, ...deps }: WorkerDeps, pages: DuePage[]): Work[] {
  const fetchNow = (page: DuePage) => ({ targets: [page.target], run: () => checkPage(deps, page) })
  if (!queue) return pages.map(fetchNow)
  const withQueue = { ...deps, queue }
  const ordered = pages.filter(({ target }) => target.task)
  const asked = pages.filter((page) => !page.target.task && page.asked)
  const wanted = pages.filter((page) => !page.target.task && !page.asked)
  const collects = ordered.map((page) => ({ targets: [page.target], run: () => collectPage(withQueue, page) }))
  const ready = [...collects, ...asked.map(fetchNow)]
  if (wanted.length === 0) return ready
  return [...ready, { targets: wanted.map(({ target }) => target), run: () => orderPages(withQueue, wanted) }]
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
