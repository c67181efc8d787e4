import type { Pool } from 'pg'

/** One collected result. */
export type Version = {
  status: 'ready' | 'partial'
  reason: 'no_provider' | 'collect_limit' | null
  sources: string[]
  sandbox: boolean
  collectedAt: Date
}

/** A subject as one reader sees it. */
export type View = {
  subjectId: string
  key: string
  /** The database's time. */
  now: Date
  wantedAt: Date | null
  isLeased: boolean
  /** After a final failure no provider is asked before this time. */
  isResting: boolean
  /** Why the last run of this reader failed. */
  failure: string | null
  asks: number
  own: (Version & { body: string }) | null
  /** The newest result, whoever asked for it. Only a call that may collect may use it, and only its age. */
  newest: Pick<Version, 'status' | 'collectedAt'> | null
}

type Row = Omit<View, 'own' | 'newest'> &
  Version & { body: string | null; newestStatus: Version['status']; newestAt: Date | null }

/** The subjects of a kind as a scope sees them, by key; a subject without a reader is absent. */
export async function look(
  pool: Pool,
  scope: string,
  kind: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, View>> {
  const found = await pool.query<Row>(
    `SELECT s.id AS "subjectId", s.key, clock_timestamp() AS now, d.wanted_at AS "wantedAt",
       coalesce(s.lease_until > clock_timestamp(), false) AS "isLeased",
       coalesce(s.not_before > clock_timestamp(), false) AS "isResting", d.failure, coalesce(d.asks, 0) AS asks,
       r.status, r.reason, r.sources, r.sandbox, r.collected_at AS "collectedAt", r.body,
       n.status AS "newestStatus", n.collected_at AS "newestAt"
     FROM collects.subject s
     LEFT JOIN collects.reading d ON d.subject_id = s.id AND d.scope = $1
     LEFT JOIN collects.result r ON r.id = d.result_id AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp())
     LEFT JOIN collects.result n ON n.id = s.result_id
     WHERE s.kind = $2 AND s.key = ANY($3)`,
    [scope, kind, keys],
  )
  return new Map(found.rows.map((row) => [row.key, viewOf(row)]))
}

function viewOf({ status, reason, sources, sandbox, collectedAt, body, newestStatus, newestAt, ...view }: Row): View {
  const own = body === null ? null : { status, reason, sources, sandbox, collectedAt, body }
  return { ...view, own, newest: newestAt ? { status: newestStatus, collectedAt: newestAt } : null }
}
