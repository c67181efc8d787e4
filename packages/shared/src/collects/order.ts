import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../service/transaction.ts'
import { type Asked, askIn } from './ask-store.ts'
import type { Asker, Kind } from './kind.ts'
import { type Quota, tokenOf } from './quota.ts'

export type Order = {
  asker: Asker
  /** The number of this reader's ask, 1 for the first. */
  nth: number
  /** Whether the run counts as one of the account's day. */
  isCounted: boolean
  /** Stores what the run is for, in the transaction that starts it; false if there is nothing to start. */
  make?(client: PoolClient): Promise<boolean>
}
export type Ordered = Asked | 'not_made' | 'used_up' | 'unknown'
type Deps = { service: string; pool: Pool; quota: Quota }

/** Starts runs that belong to a row: the row and its run are stored together, so that neither is without the other. */
export function createOrder({ service, pool, quota }: Deps) {
  return async <I, B>(kind: Kind<I, B>, input: I, { asker, nth, isCounted, make }: Order): Promise<Ordered> => {
    const token = isCounted ? tokenOf(service, kind, input, asker, nth) : null
    // First, so that nothing runs uncounted, and never while a row is locked.
    const counted = token === null ? 'taken' : await quota.take(asker.accountId, token)
    if (counted !== 'taken') return counted
    let isKept = false
    try {
      const ordered = await inTransaction(pool, async (client) => {
        if (make && !(await make(client))) return 'not_made'
        return askIn(client, kind, input, asker, { token, ask: nth })
      })
      // A twin's count is that of the call that came first.
      isKept = ordered === 'started' || ordered === 'twin'
      return ordered
    } finally {
      if (!isKept && token !== null) await quota.giveBack(token).catch(() => {})
    }
  }
}
