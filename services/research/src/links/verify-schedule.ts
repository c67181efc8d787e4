import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'

type Site = { id: string; accountId: string }
type Reader = { scope: string; payer: string; dueAt: Date }
export type VerifySchedule = { start(site: Site, now: Date): Promise<void> }

/** Which sites' links are looked at by ourselves. */
export function createVerifySchedule(
  pool: Pool,
  schedule: (client: PoolClient, input: { siteId: string }, reader: Reader) => Promise<void>,
): VerifySchedule {
  return {
    async start({ id, accountId }, now) {
      const scheduled = await pool.query(
        `SELECT 1 FROM collects.subject s JOIN collects.reading d ON d.subject_id = s.id AND d.scheduled
         WHERE s.kind = 'verify' AND s.key = $1`,
        [id],
      )
      if (scheduled.rowCount !== 0) return
      const reader = { scope: `s:${id}`, payer: accountId, dueAt: now }
      await inTransaction(pool, (client) => schedule(client, { siteId: id }, reader))
    },
  }
}
