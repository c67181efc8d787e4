import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { Database } from '@rts/shared/service/transaction'
import { giveQueueSlots } from './due-order.sql.ts'

type SlotDeps = {
  db: Database
  clock: Clock
  logger: Logger
  /** The head of the queue may have changed. */
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
