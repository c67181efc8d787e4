import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import { isDatabaseLoss, refusalOf } from '@rts/shared/service/database-errors'
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
import { collectPage, submitPages } from './queued-tasks.ts'

type WorkerDeps = CheckDeps & {
  feed: RankFeed
  /** Where pages are submitted; null fetches every page live. */
  queue: SerpQueue | null
  concurrency: number
}
type Work = { targets: ClaimedPage[]; run(): Promise<void> }

/** A quarter of a lease, so that one failed renewal loses no lease. */
const renewMs = 15_000
/** How long a few free places wait for more, so that one claim fills many. */
const gatherMs = 15
/** The shortest wait after a fault of ours, which may have cost money and would again: in the end it is a day. */
const unexplainedSeconds = 300

/** Fetches due pages until it is stopped: it looks for them each second, and at once when it is woken. */
export function startRankWorker(deps: WorkerDeps): Loop {
  const { db, feed, logger, concurrency } = deps
  const targetsOf = (works: readonly Work[]) => works.flatMap(({ targets }) => targets)
  const lane = startLane<Work>({
    places: concurrency,
    size: ({ targets }) => targets.length,
    gatherMs,
    heartMs: renewMs,
    claim: async (free, running) =>
      workOf(deps, await feed.claimNext(free, new Set(targetsOf(running).map(({ id }) => id)))),
    run: ({ targets, run }) =>
      beginTrace('rank check', { kind: 'consumer' }, run).catch((error: unknown) => giveBack(deps, targets, error)),
    extend: async (works) => {
      await renewLeases(db, targetsOf(works))
      return new Set(works)
    },
    release: async (works) => {
      const released = await Promise.allSettled(targetsOf(works).map((target) => release(db, target)))
      for (const one of released) if (one.status === 'rejected') throw one.reason
    },
    onError: (error) => logger.warn({ err: error }, 'due pages cannot be claimed, renewed or released'),
  })
  return {
    wake: () => {
      feed.wake()
      lane.wake()
    },
    stop: lane.stop,
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

/** New tasks go to the provider together; every other page is a separate piece of work. A page that a person waits for is never sent to the queue. */
function workOf({ queue, ...deps }: WorkerDeps, pages: DuePage[]): Work[] {
  const fetchNow = (page: DuePage) => ({ targets: [page.target], run: () => checkPage(deps, page) })
  if (!queue) return pages.map(fetchNow)
  const withQueue = { ...deps, queue }
  const submitted = pages.filter(({ target }) => target.task)
  const asked = pages.filter((page) => !page.target.task && page.asked)
  const wanted = pages.filter((page) => !page.target.task && !page.asked)
  const collects = submitted.map((page) => ({ targets: [page.target], run: () => collectPage(withQueue, page) }))
  const ready = [...collects, ...asked.map(fetchNow)]
  if (wanted.length === 0) return ready
  return [...ready, { targets: wanted.map(({ target }) => target), run: () => submitPages(withQueue, wanted) }]
}
