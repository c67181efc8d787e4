import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import { inTime } from '@rts/shared/scheduling'
import { SealError } from '@rts/shared/seal'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import {
  type Batch,
  claimNext,
  endBatch,
  extendLeases,
  listWaiting,
  releaseLeases,
  type TriedDelivery,
  type Waiting,
} from './batches.sql.ts'
import { courseAfter, noAnswer } from './rules/tries.ts'
import type { Sender } from './sender.ts'
import type { Opened, Vault } from './vault.ts'

export type DeliveryDeps = {
  database: Database
  vault: Pick<Vault, 'open'>
  send: Sender
  /** Writes to the owner of an endpoint that rests from now on. */
  mailRest(tx: Transaction, batch: Batch, restsFor: 'failing' | 'removed', at: Date): Promise<void>
  counted(outcomes: readonly string[]): void
  clock: Clock
  logger: Pick<Logger, 'warn'>
  random?: () => number
}

/** Endpoints at once, and of one account at most. */
const places = 64
const ofAccount = 24
/** A batch sends so many, for so long: then others come. */
const maxBatch = 20
const batchMs = 5_000
/** A batch that takes longer gives its place to another, and goes on beside it; at most so many do. */
const placeMs = 1_500
const maxBeside = 256

/**
 * Sends what waits: one event after the other to each endpoint, to many endpoints at once. Endpoints that were slow or failed at their
 * last batch have places of their own, so that they hold no other. A killed process loses nothing: its batch is sent again once its
 * lease is over, with the same ids.
 */
export function startDelivering(deps: DeliveryDeps): Loop[] {
  return [startLaneOf(deps, false), startLaneOf(deps, true)]
}

function startLaneOf(deps: DeliveryDeps, isSlow: boolean): Loop {
  const { database, clock, logger } = deps
  const onError = (error: unknown) => logger.warn({ err: error }, 'webhooks were not delivered')
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()
  const lane = startLane<Batch>({
    places,
    claim: (limit) => claimNext(database, { limit, isSlow, ofAccount, now: clock.now() }),
    run: async (batch, signal) => {
      const work = sendBatch(deps, batch, AbortSignal.any([signal, ending.signal]))
        .catch(onError)
        .finally(() => underWay.delete(work))
      underWay.add(work)
      // Its lease is longer than a batch: beside the lane it needs no extension.
      if (isSlow || underWay.size > maxBeside) await work
      else await inTime(placeMs, work, undefined)
    },
    extend: (batches) => extendLeases(database, batches),
    release: (batches) => releaseLeases(database, batches),
    onError,
    patienceMs: 1_000,
  })
  return {
    wake: lane.wake,
    async stop() {
      await lane.stop()
      ending.abort()
      await Promise.all(underWay)
    },
  }
}

async function sendBatch(deps: DeliveryDeps, batch: Batch, signal: AbortSignal): Promise<void> {
  const { database, clock, mailRest, counted, random = Math.random } = deps
  const waiting = await listWaiting(database, batch, maxBatch)
  const tried = await sendInOrder(deps, batch, waiting, signal)
  const last = tried.at(-1)
  // Deliveries that are missing have been deleted: they were too old.
  const first = waiting[0]?.n ?? Math.min(batch.nextN + maxBatch, batch.lastN + 1)
  const nextN = last ? (last.isDelivered ? last.n + 1 : last.n) : first
  const course = courseAfter(batch, tried, random())
  await inTransaction(database, async (tx) => {
    const isNoted = await endBatch(tx, batch, course, nextN, tried)
    if (isNoted && course.restsFor) await mailRest(tx, batch, course.restsFor, clock.now())
  })
  counted(tried.map(outcomeOf))
}

/** Sends until one fails, or the batch is over. An aborted try does not count. */
async function sendInOrder(
  { vault, send, clock, logger }: DeliveryDeps,
  batch: Batch,
  waiting: readonly Waiting[],
  signal: AbortSignal,
): Promise<TriedDelivery[]> {
  const endsAt = performance.now() + batchMs
  const tried: TriedDelivery[] = []
  for (const { n, eventId, body } of waiting) {
    if (signal.aborted || performance.now() > endsAt) break
    const at = clock.now()
    const opened = openedOr(() => vault.open(batch, at), logger)
    const answer = opened ? await send(batch, opened, { id: eventId, body }, signal) : noAnswer('unsealable', 0)
    if (answer.failure === 'stopped') break
    tried.push({ ...answer, n, at: clock.now() })
    if (!answer.isDelivered) break
  }
  return tried
}

function outcomeOf({ isDelivered, failure }: TriedDelivery): string {
  return isDelivered ? 'delivered' : (failure ?? 'refused')
}

function openedOr(open: () => Opened, logger: DeliveryDeps['logger']): Opened | null {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    logger.warn({ err: error }, 'an endpoint cannot be opened: its key is not among SEAL_KEYS')
    return null
  }
}
