import type { Pool } from 'pg'
import type { Bodies } from './bodies.ts'

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
  own: (Version & { body: unknown }) | null
  /** The newest result, whoever asked for it. Only a call that may collect may use it, and only its age. */
  newest: Pick<Version, 'status' | 'collectedAt'> | null
}

type Row = Omit<View, 'own' | 'newest'> &
  Version & { resultId: string | null; text: string | null; newestStatus: Version['status']; newestAt: Date | null }

/** The subjects of a kind as a scope sees them, by key; a subject without a reader is absent. Kept bodies are not read again. */
export async function look(
  { pool, bodies }: { pool: Pool; bodies: Bodies },
  scope: string,
  kind: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, View>> {
  const known = bodies.all()
  const found = await pool.query<Row>(
    `SELECT s.id AS "subjectId", s.key, clock_timestamp() AS now, d.wanted_at AS "wantedAt",
       coalesce(s.lease_until > clock_timestamp(), false) AS "isLeased",
       coalesce(s.not_before > clock_timestamp(), false) AS "isResting", d.failure, coalesce(d.asks, 0) AS asks,
       r.status, r.reason, r.sources, r.sandbox, r.collected_at AS "collectedAt",
       r.id AS "resultId", CASE WHEN r.id = ANY($4::bigint[]) THEN NULL ELSE r.body END AS text,
       n.status AS "newestStatus", n.collected_at AS "newestAt"
     FROM collects.subject s
     LEFT JOIN collects.reading d ON d.subject_id = s.id AND d.scope = $1
     LEFT JOIN collects.result r ON r.id = d.result_id AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp())
     LEFT JOIN collects.result n ON n.id = s.result_id
     WHERE s.kind = $2 AND s.key = ANY($3)`,
    [scope, kind, keys, [...known.keys()]],
  )
  function bodyOf(resultId: string, text: string | null): unknown {
    const body = known.get(resultId) ?? { value: JSON.parse(text ?? 'null'), characters: text?.length ?? 0 }
    bodies.keep(resultId, body)
    return body.value
  }
  return new Map(found.rows.map((row) => [row.key, viewOf(row, bodyOf)]))
}

function viewOf(
  { status, reason, sources, sandbox, collectedAt, resultId, text, newestStatus, newestAt, ...view }: Row,
  bodyOf: (resultId: string, text: string | null) => unknown,
): View {
  const own = resultId === null ? null : { status, reason, sources, sandbox, collectedAt, body: bodyOf(resultId, text) }
  return { ...view, own, newest: newestAt ? { status: newestStatus, collectedAt: newestAt } : null }
}
