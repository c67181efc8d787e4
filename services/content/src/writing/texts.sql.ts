import type { FailureKind } from '@rts/shared/failure'

export type WritingStatus = 'queued' | 'writing' | 'ready' | 'failed'
/** What plans and articles say of their making. */
export type Making = {
  status: WritingStatus
  error: FailureKind | null
  generator: string | null
  sandbox: boolean
  version: number
  createdAt: Date
  updatedAt: Date
  /** How often its writing was asked for. */
  asks: number
}
/** Where a text comes from, and what it took. */
export type Origin = {
  generator: string
  promptHash: string | null
  sandbox: boolean
  costUsd: number | null
  error: FailureKind | null
}
export type Site = { id: string; accountId: string }

/** The columns of a row `w`; what it lacks while it is not written is in the subject of its kind and in the reading of its site. */
export const makingColumns = `CASE WHEN w.written_at IS NOT NULL THEN 'ready' WHEN d.wanted_at IS NULL THEN 'failed'
    WHEN s.lease_until > clock_timestamp() THEN 'writing' ELSE 'queued' END AS status,
  CASE WHEN w.written_at IS NOT NULL THEN w.error WHEN d.wanted_at IS NULL THEN coalesce(d.failure, 'upstream') END AS error,
  coalesce(d.asks, 0) AS asks, w.generator, w.sandbox, w.version, w.created_at AS "createdAt", w.updated_at AS "updatedAt"`

/** Joins a row `w` with how it is being written. */
export function makingOf(kind: 'plan' | 'article'): string {
  return `LEFT JOIN collects.subject s ON s.kind = '${kind}' AND s.key = w.id
    LEFT JOIN collects.reading d ON d.subject_id = s.id AND d.scope = 's:' || w.site_id`
}

/** Where a text is due: its row `w` is not written, and its site `k` exists. */
export const dueFrom = `JOIN known.site k ON k.id = w.site_id AND k.deleted_at IS NULL
  WHERE w.id = $1 AND w.written_at IS NULL`
export const siteColumns = `k.id AS "siteId", k.account_id AS "accountId", k.name AS "siteName", k.domain`
/** The site of a text that is due. */
export type DueSite = { siteId: string; accountId: string; siteName: string; domain: string }
