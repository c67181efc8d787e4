import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'

export type UpkeepOptions = {
  /** Each is repeated every minute, also after another one fails. */
  chores: readonly (() => Promise<unknown>)[]
  logger: Logger
}

/** Repeats the chores of features: finishing interrupted work, deleting expired rows. */
export function startUpkeep({ chores, logger }: UpkeepOptions): Loop {
  return startLoop({
    pollMs: 60_000,
    onError: (error) => logger.warn({ err: error }, 'upkeep failed'),
    round: async () => {
      const outcomes = await Promise.allSettled(chores.map((chore) => chore()))
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      return false
    },
  })
}
