import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { PastStore } from '../data/pages/past-store.ts'

const pollMs = 10_000

/** Completes the pasts that a call or a stopped replica left unfinished: a few keywords of each competitor per round. */
export function startPastFiller({ pasts, logger }: { pasts: PastStore; logger: Logger }): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'pasts of competitors cannot be filled'),
    round: async () => {
      let isMore = false
      for (const domainId of await pasts.unfinished()) isMore = (await pasts.fillNext(domainId)) || isMore
      return isMore
    },
  })
}
