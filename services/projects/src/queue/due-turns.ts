import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { Database } from '@rts/shared/service/transaction'
import { giveTurns } from './due-order.sql.ts'

type TurnDeps = {
  db: Database
  clock: Clock
  logger: Logger
  /** The head of the queue may have changed. */
  wake(): void
}

const pollMs = 5_000

/**
 * Gives a backlog its turns without waiting for pages to be fetched: an account whose few pages became due in the middle of it would
 * otherwise wait until the oldest and the newest had reached them. Replicas skip each other.
 */
export function startGivingTurns({ db, clock, logger, wake }: TurnDeps): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'due pages cannot be given turns'),
    round: async () => {
      const { given, isMore } = await giveTurns(db, clock.now())
      if (given > 0) wake()
      return isMore
    },
  })
}
