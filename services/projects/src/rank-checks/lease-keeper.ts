import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { ClaimedTarget, DueStore } from './due-pages.sql.ts'

export type LeaseKeeperOptions = {
  dues: Pick<DueStore, 'renew'>
  /** The pages whose leases must be renewed. */
  underWay: () => ClaimedTarget[]
  logger: Logger
}

/** A quarter of a lease, so that one failed renewal loses no lease. */
const everyMs = 15_000
/** Short, because an expired lease may be claimed soon after the database comes back: see the claim. */
const retryMs = 1_000

/** Renews the leases of the pages in progress until it is stopped. */
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
