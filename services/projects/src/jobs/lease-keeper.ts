import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { ClaimedTarget, DueStore } from '../data/pages/due-store.ts'

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
export function startLeaseKeeper({ dues, underWay, logger }: LeaseKeeperOptions): Loop {
  return startLoop({
    pollMs: everyMs,
    retryMs,
    onError: (error) => logger.warn({ err: error }, 'leases of pages cannot be renewed'),
    round: async () => {
      const targets = underWay()
      if (targets.length > 0) await dues.renew(targets)
      return false
    },
  })
}
