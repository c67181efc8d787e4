import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { isDatabaseLoss } from '@rts/shared/service/database-loss'
import { refusalOf } from '@rts/shared/service/database-refusal'
import type { PastStore } from './pasts.sql.ts'

const pollMs = 10_000

/** Completes the pasts that a call or a stopped replica left unfinished: a few keywords of each competitor per round. */
export function startPastFiller({ pasts, logger }: { pasts: PastStore; logger: Logger }): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'pasts of competitors cannot be filled'),
    round: async () => {
      let isMore = false
      for (const domainId of await pasts.unfinished()) {
        // One that cannot be filled does not hold back the others.
        const step = pasts.fillNext(domainId).catch((error: unknown) => {
          if (isDatabaseLoss(error)) throw error
          logger.error(
            { err: refusalOf(error) ?? error, domain: domainId },
            'the past of a competitor cannot be filled',
          )
          return false
        })
        isMore = (await step) || isMore
      }
      return isMore
    },
  })
}
