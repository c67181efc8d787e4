import type { Logger } from '@rts/shared/logger'
import { createSignal } from '@rts/shared/signal'
import type { ClaimedTarget, DueStore } from '../data/due-store.ts'

export type LeaseKeeperOptions = {
  dues: Pick<DueStore, 'renew'>
  /** The pages whose leases are to go on. */
  underWay: () => ClaimedTarget[]
  logger: Logger
}

/** A quarter of a lease: one renewal that fails costs nothing. */
const everyMs = 15_000
/** Whoever finds a lease at its end after the database was away may claim it soon: see the claim. */
const retryMs = 1_000

/** Makes the leases of the pages that are under way last until it is stopped. */
export function startLeaseKeeper({ dues, underWay, logger }: LeaseKeeperOptions): { stop(): Promise<void> } {
  const signal = createSignal()
  let stopped = false
  const renew = async () => {
    const targets = underWay()
    if (targets.length > 0) await dues.renew(targets)
    return everyMs
  }
  const loop = (async () => {
    while (!stopped) {
      const waitMs = await renew().catch((error: unknown) => {
        logger.warn({ err: error }, 'leases of pages cannot be renewed')
        return retryMs
      })
      if (!stopped) await signal.wait(waitMs)
    }
  })()
  return {
    stop: () => {
      stopped = true
      signal.wake()
      return loop
    },
  }
}
