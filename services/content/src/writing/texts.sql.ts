import { AppError } from '@rts/shared/errors'
import type { EndSome } from '@rts/shared/facts/endings'
import type { FailureKind } from '@rts/shared/failure'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

export type TextTable = 'plan' | 'article'
type WritingStatus = 'queued' | 'writing' | 'ready' | 'failed'
/** The columns of plans and articles about their making. */
const making = {
  status: text.of<WritingStatus>(),
  error: text.of<FailureKind>().orNull,
  generator: text.orNull,
  sandbox: boolean,
  version: int,
  createdAt: time,
  updatedAt: time,
  /** How often its writing was requested. */
  asks: int,
}
export type Making = RowOf<typeof making>
/** Where a text comes from, and its cost. */
export type Origin = {
  generator: string
  promptHash: string | null
  sandbox: boolean
  costUsd: number | null
  error: FailureKind | null
}
/** The site of a text that is due. */
const dueSite = { siteId: text, accountId: text, siteName: text, domain: text }
export type DueSite = RowOf<typeof dueSite>
type Expressions<C> = { readonly [K in keyof C]?: string }

/** The columns of a row `w`; the state of one that is not written is in the subject of its kind and in the reading of its site. */
const makingList = selectList(making, 'w', {
  status: `CASE WHEN w.written_at IS NOT NULL THEN 'ready' WHEN d.wanted_at IS NULL THEN 'failed'
    WHEN s.lease_until > clock_timestamp() THEN 'writing' ELSE 'queued' END`,
  error: `CASE WHEN w.written_at IS NOT NULL THEN w.error WHEN d.wanted_at IS NULL THEN coalesce(d.failure, 'upstream') END`,
  asks: 'coalesce(d.asks, 0)',
})
const dueSiteList = selectList(dueSite, 'k', { siteId: 'k.id', siteName: 'k.name' })
const deleteRun = statement(
  `DELETE FROM collects.reading d USING collects.subject s
   WHERE d.subject_id = s.id AND d.scope = 's:' || $1 AND s.kind = $2 AND s.key = $3`,
)
const deletePlans = statement(
  'DELETE FROM writing.plan WHERE id IN (SELECT id FROM writing.plan WHERE site_id = $1 LIMIT $2)',
)
const deleteArticles = statement(
  'DELETE FROM writing.article WHERE id IN (SELECT id FROM writing.article WHERE site_id = $1 LIMIT $2)',
)
const lockSite = query({ id: text }, 'SELECT id FROM known.site WHERE id = $1 AND deleted_at IS NULL FOR SHARE')
const lockCount = query(
  { used: int },
  `INSERT INTO writing.month AS m (account_id, month) VALUES ($1, $2)
   ON CONFLICT (account_id, month) DO UPDATE SET used = m.used RETURNING used`,
)
const countOne = statement('UPDATE writing.month SET used = used + 1 WHERE account_id = $1 AND month = $2')
const deleteCounts = statement('DELETE FROM writing.month WHERE account_id = $1')

/** The statements of plans, or of articles: rows `w` have these columns and those of their making. */
export function textTable<const C extends Columns>(table: TextTable, columns: C, expressions: Expressions<C>) {
  /** Selects rows of the site `$1`. */
  const select = (condition: string) =>
    query(
      { ...columns, ...making },
      `SELECT ${selectList(columns, 'w', expressions)}, ${makingList} FROM writing.${table} w
       LEFT JOIN collects.subject s ON s.kind = '${table}' AND s.key = w.id
       LEFT JOIN collects.reading d ON d.subject_id = s.id AND d.scope = 's:' || w.site_id
       WHERE w.site_id = $1 AND ${condition}`,
    )
  const byId = select('w.id = $2')
  const lockById = query(
    { version: int, isWritten: boolean },
    `SELECT version, written_at IS NOT NULL AS "isWritten" FROM writing.${table} WHERE site_id = $1 AND id = $2 FOR UPDATE`,
  )
  const deleteById = statement(`DELETE FROM writing.${table} WHERE site_id = $1 AND id = $2`)
  return {
    table,
    select,
    /** Throws `not_found`. */
    async require(db: Database | Transaction, siteId: string, id: string) {
      return (await byId.first(db, [siteId, id])) ?? noSuchText(table)
    },
    /** The version of a text, locked until the transaction ends. Throws `not_found`. */
    async lock(tx: Transaction, siteId: string, id: string) {
      return (await lockById.first(tx, [siteId, id])) ?? noSuchText(table)
    },
    /** Deletes a text with its run: one that is being written ends. Throws `not_found`. */
    async delete(tx: Transaction, siteId: string, id: string): Promise<void> {
      if ((await deleteById.run(tx, [siteId, id])) !== 1) noSuchText(table)
      await deleteRun.run(tx, [siteId, table, id])
    },
  }
}

/** Selects the text `w` with the id `$1` and its site: none if it is written or deleted, or its site is. */
export function selectDue<const C extends Columns>(from: string, columns: C, expressions: Expressions<C>) {
  return query(
    { ...dueSite, ...columns },
    `SELECT ${dueSiteList}, ${selectList(columns, 'w', expressions)} FROM writing.${from}
     JOIN known.site k ON k.id = w.site_id AND k.deleted_at IS NULL WHERE w.id = $1 AND w.written_at IS NULL`,
  )
}

/** They end with a site. */
export const textEndings: readonly EndSome[] = [deletePlans, deleteArticles].map(
  (deletion) => (tx, siteId, max) => deletion.run(tx, [siteId, max]),
)

/** Keeps a site from being deleted until the transaction ends. Throws `not_found` if it is deleted. */
export async function holdSite(tx: Transaction, siteId: string): Promise<void> {
  if (!(await lockSite.first(tx, [siteId]))) throw new AppError('not_found', 'No such site')
}

/** How many plans and articles an account has begun in a month (YYYY-MM). The count is locked until the transaction ends. */
export async function lockMonth(tx: Transaction, accountId: string, month: string): Promise<number> {
  return (await lockCount.first(tx, [accountId, month]))?.used ?? 0
}

export async function countText(tx: Transaction, accountId: string, month: string): Promise<void> {
  await countOne.run(tx, [accountId, month])
}

/** Deletes the counts of a closed account. */
export function deleteMonths(tx: Transaction, accountId: string): Promise<number> {
  return deleteCounts.run(tx, [accountId])
}

function noSuchText(table: TextTable): never {
  throw new AppError('not_found', `No such ${table}`)
}
