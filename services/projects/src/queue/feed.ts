import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { Database } from '@rts/shared/service/transaction'
import { type DueOrder, giveQueueSlots, readOrder } from './due-order.sql.ts'
import { claimNext, type DuePage } from './due-pages.sql.ts'
import type { Pace } from './rules/pace.ts'
import type { DepthTerms } from './rules/tracked-keywords.ts'

export type RankFeed = {
  /** Claims `count` pages for this worker, fewer only if no more are due; never one that it is fetching, even if its lease has ended. */
  claimNext(count: number, underWay: ReadonlySet<string>): Promise<DuePage[]>
  /** Something became due: the order is read again before it is used up. */
  wake(): void
}
type FeedDeps = { db: Database; clock: Clock; pace: Pace; terms: DepthTerms }

const orderSize = 1_000
const emptyForMs = 900
const freshForMs = 15_000

/** Hands out due pages in a fair order. The first are read at once and used up; reading takes at most a tenth of the time. */
export function createRankFeed({ db, clock, pace, terms }: FeedDeps): RankFeed {
  let order: DueOrder = { prompt: [], late: [], isMore: false }
  let isWoken = true
  let readAt = Number.NEGATIVE_INFINITY
  let tookMs = 0

  function isStale(): boolean {
    const age = performance.now() - readAt
    if (age < tookMs * 10) return false
    const isEmpty = order.prompt.length + order.late.length === 0
    // Missed pages may be left for their pace to come.
    return isWoken || (isEmpty && order.isMore) || age >= (order.prompt.length === 0 ? emptyForMs : freshForMs)
  }

  async function read(): Promise<void> {
    isWoken = false
    const startedAt = performance.now()
    order = await readOrder(db, clock.now(), orderSize)
    readAt = performance.now()
    tookMs = readAt - startedAt
  }

  /** Missed pages are caught up at their own pace, in at most half of the slots while other pages are due. */
  function take(count: number): string[] {
    const half = Math.ceil(count / 2)
    const late = order.late.splice(0, pace.take(Math.min(half, order.late.length), clock.now()))
    const prompt = order.prompt.splice(0, count - late.length)
    const more = Math.min(count - late.length - prompt.length, order.late.length)
    return [...late, ...prompt, ...order.late.splice(0, pace.take(more, clock.now()))]
  }

  return {
    wake: () => {
      isWoken = true
    },
    async claimNext(count, underWay) {
      const claimed: DuePage[] = []
      while (claimed.length < count) {
        if (isStale()) await read()
        const ids = take(count - claimed.length)
        if (ids.length === 0) break
        const others = ids.filter((id) => !underWay.has(id))
        claimed.push(...(await claimNext(db, others, clock.now(), terms)))
      }
      return claimed
    },
  }
}

type SlotDeps = {
  db: Database
  clock: Clock
  logger: Logger
  wake(): void
}

const pollMs = 5_000

/**
 * Gives a backlog its slots without waiting for pages to be fetched: an account whose few pages became due in the middle of it would
 * otherwise wait until the oldest and the newest had reached them. Replicas skip each other.
 */
export function startGivingQueueSlots({ db, clock, logger, wake }: SlotDeps): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'due pages cannot be given slots'),
    round: async () => {
      const { given, isMore } = await giveQueueSlots(db, clock.now())
      if (given > 0) wake()
      return isMore
    },
  })
}
