import type { Horizon } from './horizon.sql.ts'

type SyncQuery = { updatedSince?: string | undefined; cursor?: string | undefined }
export type ChangedSince = { since: Date | null; head: { nextUpdatedSince?: string } }

/** What `updatedSince` restricts a list to, and the one to ask with next time. Await it before any row is read. */
export async function changedSince(horizon: Horizon, { updatedSince, cursor }: SyncQuery): Promise<ChangedSince> {
  if (updatedSince === undefined) return { since: null, head: {} }
  // Nothing here is older than 1970, and the database has no year 0.
  const since = new Date(Math.max(0, Date.parse(updatedSince)))
  // Only the first page says it: rows before a later page may have changed in between.
  return { since, head: cursor === undefined ? { nextUpdatedSince: (await horizon()).toISOString() } : {} }
}
