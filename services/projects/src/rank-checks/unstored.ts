import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { isDatabaseLoss } from '@rts/shared/service/database-loss'
import { refusalOf } from '@rts/shared/service/database-refusal'
import type { Unstored, UnstoredStore } from './unstored.sql.ts'

export type UnstoredOptions = { unstored: UnstoredStore; clock: Clock; logger: Logger }

const pollMs = 60_000

/** Stores checks that the database refused: all of them at the start, then each at its time. */
export function startUnstoredChecks(options: UnstoredOptions): Loop {
  const { unstored, clock, logger } = options
  let isFirst = true
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'kept checks cannot be read'),
    round: async () => {
      if (isFirst) await unstored.hasten(clock.now())
      isFirst = false
      return storeKept(options)
    },
  })
}

/** Tries the kept checks that are due. True when more are. */
export async function storeKept({ unstored, clock, logger }: UnstoredOptions): Promise<boolean> {
  const now = clock.now()
  const due = await unstored.due(now)
  const refused: Unstored[] = []
  for (const keywordId of due) {
    try {
      await unstored.store(keywordId, now)
    } catch (error) {
      if (isDatabaseLoss(error)) throw error
      const reason = refusalOf(error) ?? 'not refused by the database'
      await unstored.postpone(keywordId, reason, now)
      refused.push({ keywordId, reason })
    }
  }
  if (refused.length > 0) logger.error({ refused }, 'kept checks still cannot be stored')
  return due.length === unstored.roundSize
}
