import { AppError } from '@rts/shared/errors'
import type { Pool } from 'pg'

export type NetworkKind = 'call' | 'handshake'
export type NetworkVerdict = { granted: boolean; minuteResetMs: number; nowMs: number }

/** The minutes of networks that call without a key. */
export function createNetworkStore(pool: Pool) {
  return {
    /** One exact verdict, shared by all replicas. Throws `unavailable` when the database cannot say. `at` is for tests. */
    async admit(network: string, kind: NetworkKind, perMinute: number, at?: Date): Promise<NetworkVerdict> {
      const text = `SELECT granted, minute_reset_ms AS "minuteResetMs", now_ms AS "nowMs" FROM admit_network($1, $2, $3, $4)`
      const values = [network, kind, perMinute, at ?? null]
      const result = await pool.query<NetworkVerdict>({ name: 'admit-network', text, values }).catch(() => undefined)
      const verdict = result?.rows[0]
      if (!verdict) throw new AppError('unavailable', 'Admission is not available', { retryAfterSeconds: 1 })
      return verdict
    },

    /** Forgets networks that have been silent for an hour. Answers how many. */
    async forgetIdle(): Promise<number> {
      const gone = await pool.query(
        `DELETE FROM network_minute WHERE coalesce(stamps[cardinality(stamps)], 'epoch') < clock_timestamp() - interval '1 hour'`,
      )
      return gone.rowCount ?? 0
    },
  }
}
export type NetworkStore = ReturnType<typeof createNetworkStore>
