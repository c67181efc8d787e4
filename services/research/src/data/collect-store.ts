import type { Pool } from 'pg'

/** A subject as it stands for one reader. */
export type Collected = {
  kind: string
  input: unknown
  isWanted: boolean
  isLeased: boolean
  status: 'ready' | 'partial' | null
  collectedAt: Date | null
  dueAt: Date | null
  tries: number
  failure: string | null
  progress: unknown
}
export type CollectStore = ReturnType<typeof createCollectStore>

const most = 1_000

/** Reads what is collected for a reader, without the bodies. */
export function createCollectStore(pool: Pool) {
  return {
    /** What runs first, then what is due next, then what was collected last. */
    async list(scope: string): Promise<Collected[]> {
      const found = await pool.query<Collected>(
        `SELECT s.kind, s.input, d.wanted_at IS NOT NULL AS "isWanted",
           coalesce(s.lease_until > clock_timestamp(), false) AS "isLeased", r.status, r.collected_at AS "collectedAt",
           CASE WHEN d.wanted_at IS NOT NULL OR d.scheduled THEN s.due_at END AS "dueAt",
           CASE WHEN d.wanted_at IS NOT NULL OR d.scheduled THEN s.tries ELSE 0 END AS tries, d.failure,
           CASE WHEN d.wanted_at IS NOT NULL OR d.scheduled THEN s.progress END AS progress
         FROM collects.reading d JOIN collects.subject s ON s.id = d.subject_id
         LEFT JOIN collects.result r ON r.id = d.result_id AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp())
         WHERE d.scope = $1
         ORDER BY "isWanted" DESC, "dueAt" NULLS LAST, "collectedAt" DESC NULLS LAST, s.id LIMIT $2`,
        [scope, most],
      )
      return found.rows
    },
  }
}
