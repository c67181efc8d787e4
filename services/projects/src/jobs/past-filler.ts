import type { Logger } from '@rts/shared/logger'
import { createSignal } from '@rts/shared/signal'
import type { PastStore } from '../data/past-store.ts'

const pollMs = 10_000

/** Fills the pasts that calls had no time for, or that a replica left unfinished, until it is stopped. */
export function startPastFiller({ pasts, logger }: { pasts: PastStore; logger: Logger }) {
  const signal = createSignal()
  let stopped = false
  const round = async () => {
    for (const domainId of await pasts.unfinished()) {
      while (!stopped && (await pasts.fillNext(domainId))) {}
    }
  }
  const loop = (async () => {
    while (!stopped) {
      await round().catch((error: unknown) => logger.warn({ err: error }, 'pasts of competitors cannot be filled'))
      if (!stopped) await signal.wait(pollMs)
    }
  })()
  return {
    stop: (): Promise<void> => {
      stopped = true
      signal.wake()
      return loop
    },
  }
}
