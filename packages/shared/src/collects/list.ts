import type { Pool } from 'pg'
import type { Call } from '../contract/call.ts'
import type { CollectRow } from '../contract/rows/collect.ts'
import { type Sites, siteOf } from '../facts/site-of.ts'
import { failureKinds } from '../failure.ts'
import { boolean, int, json, type RowOf, text, time } from '../sql/column.ts'
import { query } from '../sql/statement.ts'

const collected = {
  kind: text,
  input: json,
  isWanted: boolean,
  isLeased: boolean,
  status: text.of<'ready' | 'partial'>().orNull,
  collectedAt: time.orNull,
  dueAt: time.orNull,
  tries: int,
  failure: text.orNull,
  progress: json,
}
type Collected = RowOf<typeof collected>
type Progress = CollectRow['progress']
/** By kind, how far a run is that notes its course elsewhere. */
export type CourseOf = Readonly<Record<string, (siteId: string) => Promise<Progress>>>

// At most a thousand, without the bodies.
const collectedFor = query(
  collected,
  `SELECT s.kind, s.input, d.wanted_at IS NOT NULL AS "isWanted",
     coalesce(s.lease_until > clock_timestamp(), false) AS "isLeased", r.status, r.collected_at AS "collectedAt",
     CASE WHEN d.wanted_at IS NOT NULL OR d.scheduled THEN s.due_at END AS "dueAt",
     CASE WHEN d.wanted_at IS NOT NULL OR d.scheduled THEN s.tries ELSE 0 END AS tries, d.failure,
     CASE WHEN d.wanted_at IS NOT NULL OR d.scheduled THEN s.progress END AS progress
   FROM collects.reading d JOIN collects.subject s ON s.id = d.subject_id
   LEFT JOIN collects.result r ON r.id = d.result_id AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp())
   WHERE d.scope = $1
   ORDER BY "isWanted" DESC, "dueAt" NULLS LAST, "collectedAt" DESC NULLS LAST, s.id LIMIT 1000`,
)

/** The handler of a service's row of what is collected for a site: running, then due, then collected last. */
export function listCollects(pool: Pool, sites: Sites, courseOf: CourseOf = {}) {
  return async ({ params, ...call }: { params: { id: string } } & Pick<Call, 'caller'>) => {
    const site = await siteOf(sites, call, params.id)
    const rows = (await collectedFor.rows(pool, [`s:${site.id}`])).map(rowOf)
    const withCourse = async (row: CollectRow): Promise<CollectRow> => {
      // A queued one may have begun, and wait for its next turn.
      const course = ['collecting', 'queued'].includes(row.status) ? courseOf[row.kind] : undefined
      return course ? { ...row, progress: await course(site.id) } : row
    }
    return { collects: await Promise.all(rows.map(withCourse)) }
  }
}

function rowOf(one: Collected): CollectRow {
  return {
    kind: one.kind,
    subject: subjectOf(one.input),
    status: statusOf(one),
    updatedAt: one.collectedAt?.toISOString() ?? null,
    dueAt: one.dueAt?.toISOString() ?? null,
    tries: one.tries,
    error: failureKinds.find((kind) => kind === one.failure) ?? null,
    progress: progressOf(one.progress),
  }
}

function statusOf({ isWanted, isLeased, dueAt, failure, status, tries }: Collected): CollectRow['status'] {
  if (isLeased && dueAt) return 'collecting'
  if (isWanted) return tries > 0 ? 'waiting' : 'queued'
  if (failure) return 'failed'
  return status ?? 'queued'
}

function subjectOf(input: unknown): string | null {
  const { phrases, domain, prompt } = Object(input)
  if (Array.isArray(phrases)) return phrases.slice(0, 5).join(', ')
  return [domain, prompt].find((text) => typeof text === 'string') ?? null
}

function progressOf(progress: unknown): Progress {
  const { done, total = null } = Object(progress)
  if (!Number.isInteger(done)) return null
  return { done, total: Number.isInteger(total) ? total : null }
}
