import type { Caller } from '@rts/shared/contract/caller'
import { AppError } from '@rts/shared/errors'
import type { Database } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { countAttempt } from './attempts.sql.ts'
import type { Bucket } from './rules/buckets.ts'

export { clearAttempts, countAttempt, deleteIdleAttempts } from './attempts.sql.ts'
export * from './rules/buckets.ts'

/** The network by which attempts are limited: for IPv6 the /48, because its owner has 65,536 networks of the size of a home's. */
export function networkOf({ network }: Caller): string {
  return network?.area ?? network?.hash ?? 'unknown'
}

/** Throws `rate_limited`. */
export async function admitAttempt(db: Database, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return
  const waitMs = await countAttempt(db, buckets)
  if (waitMs === 0) return
  const retryAfterSeconds = Math.ceil(waitMs / 1_000)
  throw new AppError('rate_limited', refusals.tooManyAttempts({ seconds: retryAfterSeconds }), { retryAfterSeconds })
}
