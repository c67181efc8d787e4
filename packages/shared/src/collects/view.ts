import type { Pool } from 'pg'
import { bigint, boolean, int, type RowOf, text, texts, time } from '../sql/column.ts'
import { query } from '../sql/statement.ts'

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
  now: Date
  wantedAt: Date | null
  isLeased: boolean
  isResting: boolean
  failure: string | null
  asks: number
  own: (Version & { body: unknown }) | null
  /** The newest result of any reader. Only a call that may collect may use it, and only its age. */
  newest: Pick<Version, 'status' | 'collectedAt'> | null
}

const view = {
  subjectId: bigint,
  key: text,
  now: time,
  wantedAt: time.orNull,
  isLeased: boolean,
  isResting: boolean,
  failure: text.orNull,
  asks: int,
}
/** All null where there is none. */
const results = {
  resultId: bigint.orNull,
  status: text.of<Version['status']>().orNull,
  reason: text.of<NonNullable<Version['reason']>>().orNull,
  sources: texts.orNull,
  sandbox: boolean.orNull,
  collectedAt: time.orNull,
  text: text.orNull,
  newestStatus: text.of<Version['status']>().orNull,
  newestAt: time.orNull,
}
type Row = RowOf<typeof view & typeof results>

const viewsOf = query(
  { ...view, ...results },
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
)

/** The subjects of a kind as a scope sees them, by key. Kept bodies are not read again. */
export async function readViews(
  { pool, bodies }: { pool: Pool; bodies: Bodies },
  scope: string,
  kind: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, View>> {
  const known = bodies.all()
  const rows = await viewsOf.rows(pool, [scope, kind, keys, [...known.keys()]])
  function bodyOf(resultId: string, text: string | null): unknown {
    const body = known.get(resultId) ?? { value: JSON.parse(text ?? 'null'), characters: text?.length ?? 0 }
    bodies.keep(resultId, body)
    return body.value
  }
  return new Map(rows.map((row) => [row.key, viewOf(row, bodyOf)]))
}

type BodyOf = (resultId: string, text: string | null) => unknown

function viewOf(
  { resultId, status, reason, sources, sandbox, collectedAt, text, newestStatus, newestAt, ...view }: Row,
  bodyOf: BodyOf,
): View {
  const newest = newestAt && newestStatus ? { status: newestStatus, collectedAt: newestAt } : null
  if (!resultId || !status || !sources || !collectedAt) return { ...view, own: null, newest }
  const own = { status, reason, sources, sandbox: sandbox === true, collectedAt, body: bodyOf(resultId, text) }
  return { ...view, own, newest }
}

/** Characters of their texts; a body takes about twice as many bytes. */
const maxCharacters = 16_000_000

export type Body = { value: unknown; characters: number }
export type Bodies = ReturnType<typeof createBodies>

/** The parsed bodies of the results that were read last: a long list is read page by page. No caller may change one. */
export function createBodies(max: number = maxCharacters) {
  const kept = new Map<string, Body>()
  let characters = 0
  return {
    all: (): ReadonlyMap<string, Body> => new Map(kept),

    /** Drops the bodies that were not read for longest. */
    keep(resultId: string, body: Body): void {
      if (kept.delete(resultId)) characters -= body.characters
      kept.set(resultId, body)
      characters += body.characters
      for (const [oldest, one] of kept) {
        if (characters <= max) return
        kept.delete(oldest)
        characters -= one.characters
      }
    },
  }
}
