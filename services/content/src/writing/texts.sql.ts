import { AppError } from '@rts/shared/errors'
import type { FailureKind } from '@rts/shared/failure'
import type { Transaction } from '@rts/shared/service/transaction'

export type TextTable = 'plan' | 'article'
type WritingStatus = 'queued' | 'writing' | 'ready' | 'failed'
/** The columns of plans and articles about their making. */
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
/** Where a text comes from, and its cost. */
export type Origin = {
  generator: string
  promptHash: string | null
  sandbox: boolean
  costUsd: number | null
  error: FailureKind | null
}
/** The site of a text that is due. */
export type DueSite = { siteId: string; accountId: string; siteName: string; domain: string }

/** The columns of a row `w`; the state of one that is not written is in the subject of its kind and in the reading of its site. */
export const makingColumns = `CASE WHEN w.written_at IS NOT NULL THEN 'ready' WHEN d.wanted_at IS NULL THEN 'failed'
    WHEN s.lease_until > clock_timestamp() THEN 'writing' ELSE 'queued' END AS status,
  CASE WHEN w.written_at IS NOT NULL THEN w.error WHEN d.wanted_at IS NULL THEN coalesce(d.failure, 'upstream') END AS error,
  coalesce(d.asks, 0) AS asks, w.generator, w.sandbox, w.version, w.created_at AS "createdAt", w.updated_at AS "updatedAt"`

/** Joins a row `w` with how it is being written. */
export function makingOf(kind: TextTable): string {
  return `LEFT JOIN collects.subject s ON s.kind = '${kind}' AND s.key = w.id
    LEFT JOIN collects.reading d ON d.subject_id = s.id AND d.scope = 's:' || w.site_id`
}

/** A text is due: its row `w` is not written, and its site `k` exists. */
export const dueFrom = `JOIN known.site k ON k.id = w.site_id AND k.deleted_at IS NULL
  WHERE w.id = $1 AND w.written_at IS NULL`
export const siteColumns = `k.id AS "siteId", k.account_id AS "accountId", k.name AS "siteName", k.domain`

/** The version of a text, locked until the transaction ends. Throws `not_found`. */
export async function lockText(
  tx: Transaction,
  table: TextTable,
  siteId: string,
  id: string,
): Promise<{ version: number; isWritten: boolean }> {
  const held = await tx.query<{ version: number; isWritten: boolean }>(
    `SELECT version, written_at IS NOT NULL AS "isWritten" FROM writing.${table} WHERE site_id = $1 AND id = $2 FOR UPDATE`,
    [siteId, id],
  )
  const [row] = held.rows
  if (!row) throw noSuchText(table)
  return row
}

/** Deletes a text with its run: one that is being written ends. Throws `not_found`. */
export async function deleteText(tx: Transaction, table: TextTable, siteId: string, id: string): Promise<void> {
  const deleted = await tx.query(`DELETE FROM writing.${table} WHERE site_id = $1 AND id = $2`, [siteId, id])
  if (deleted.rowCount !== 1) throw noSuchText(table)
  await tx.query(
    `DELETE FROM collects.reading d USING collects.subject s
     WHERE d.subject_id = s.id AND d.scope = 's:' || $1 AND s.kind = $2 AND s.key = $3`,
    [siteId, table, id],
  )
}

/** Deletes the plans and articles of a deleted site. */
export async function deleteTexts(tx: Transaction, siteId: string): Promise<void> {
  await tx.query('DELETE FROM writing.plan WHERE site_id = $1', [siteId])
  await tx.query('DELETE FROM writing.article WHERE site_id = $1', [siteId])
}

/** Keeps a site from being deleted until the transaction ends. Throws `not_found` if it is deleted. */
export async function holdSite(tx: Transaction, siteId: string): Promise<void> {
  const held = await tx.query('SELECT 1 FROM known.site WHERE id = $1 AND deleted_at IS NULL FOR SHARE', [siteId])
  if (held.rowCount !== 1) throw new AppError('not_found', 'No such site')
}

export function noSuchText(table: TextTable): AppError {
  return new AppError('not_found', `No such ${table}`)
}
