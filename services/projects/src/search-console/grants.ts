import type { BrokenReason } from '@rts/shared/contract/rows/search-console'
import { writeFact } from '@rts/shared/facts/write'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { type Grant, lockRefresh, markBroken, storeRefresh } from './grants.sql.ts'

export type Refresh<T> = { answer: T } & (
  | { state: 'kept' }
  | { state: 'resealed'; refreshSealed: string }
  | { state: 'broken'; reason: BrokenReason }
)

/** Refreshes an account's grant, one at a time over all replicas, with no row locked; `work` returns its new state. */
export function refreshGrant<T>(
  db: Database,
  accountId: string,
  now: () => Date,
  work: (grant: Grant | undefined) => Promise<Refresh<T>>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const grant = await lockRefresh(tx, accountId)
    const refreshed = await work(grant)
    if (!grant) return refreshed.answer
    if (refreshed.state === 'broken') await breakGrant(tx, grant, refreshed.reason, now())
    else await storeRefresh(tx, grant, refreshed.state === 'resealed' ? refreshed.refreshSealed : null, now())
    return refreshed.answer
  })
}

/** Ends a connection that cannot be used any more. Its owner hears of it once. */
export async function breakGrant(tx: Transaction, grant: Grant, reason: BrokenReason, now: Date): Promise<void> {
  const version = await markBroken(tx, grant, reason, now)
  if (version === undefined) return
  const { accountId, email } = grant
  await writeFact(tx, {
    type: 'searchConsole.broken',
    aggregate: `searchConsole:${accountId}`,
    version: Number(version),
    state: { accountId, email, reason, at: now.toISOString() },
  })
}
