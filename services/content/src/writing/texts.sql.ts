import { AppError } from '@rts/shared/errors'
import type { EndSome } from '@rts/shared/facts/endings'
import type { FailureKind } from '@rts/shared/failure'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

export type TextTable = 'plan' | 'article'
type WritingStatus = 'queued' | 'writing' | 'ready' | 'failed'
const making = {
  status: text.of<WritingStatus>(),
  error: text.of<FailureKind>().orNull,
  generator: text.orNull,
  sandbox: boolean,
  version: int,
  createdAt: time,
  updatedAt: time,
  asks: int,
}
export type Making = RowOf<typeof making>
export type Origin = {
  generator: string
  promptHash: string | null
  sandbox: boolean
  costUsd: number | null
  error: FailureKind | null
}
const dueSite = { siteId: text, accountId: text, siteName: text, domain: text }
export type DueSite = RowOf<typeof dueSite>
type Expressions<C> = { readonly [K in keyof C]?: string }

/** Columns of a row `w`; the state of an unwritten text comes from its collect. */
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

/** Statements for plans or articles: rows `w` with these columns and `making`. */
export function textTable<const C extends Columns>(table: TextTable, columns: C, expressions: Expressions<C>) {
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
    /** Locks the row until the transaction ends. Throws `not_found`. */
    async lock(tx: Transaction, siteId: string, id: string) {
      return (await lockById.first(tx, [siteId, id])) ?? noSuchText(table)
    },
    /** Deletes a text and stops its run. Throws `not_found`. */
    async delete(tx: Transaction, siteId: string, id: string): Promise<void> {
      if ((await deleteById.run(tx, [siteId, id])) !== 1) noSuchText(table)
      await deleteRun.run(tx, [siteId, table, id])
    },
  }
}

/** Text `w` by id `$1` with its site; nothing if it is written or either is deleted. */
export function selectDue<const C extends Columns>(from: string, columns: C, expressions: Expressions<C>) {
  return query(
    { ...dueSite, ...columns },
    `SELECT ${dueSiteList}, ${selectList(columns, 'w', expressions)} FROM writing.${from}
     JOIN known.site k ON k.id = w.site_id AND k.deleted_at IS NULL WHERE w.id = $1 AND w.written_at IS NULL`,
  )
}

export const textEndings: readonly EndSome[] = [deletePlans, deleteArticles].map(
  (deletion) => (tx, siteId, max) => deletion.run(tx, [siteId, max]),
)

/** Prevents the site's deletion until the transaction ends. Throws `not_found`. */
export async function holdSite(tx: Transaction, siteId: string): Promise<void> {
  if (!(await lockSite.first(tx, [siteId]))) throw new AppError('not_found', 'No such site')
}

/** Texts an account began in a month (YYYY-MM); locked until the transaction ends. */
export async function lockMonth(tx: Transaction, accountId: string, month: string): Promise<number> {
  return (await lockCount.first(tx, [accountId, month]))?.used ?? 0
}

export async function countText(tx: Transaction, accountId: string, month: string): Promise<void> {
  await countOne.run(tx, [accountId, month])
}

export function deleteMonths(tx: Transaction, accountId: string): Promise<number> {
  return deleteCounts.run(tx, [accountId])
}

function noSuchText(table: TextTable): never {
  throw new AppError('not_found', `No such ${table}`)
}
