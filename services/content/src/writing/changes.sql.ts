import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import type { Site } from './texts.sql.ts'

type Table = 'plan' | 'article'
/** What is left out stays as it is. */
export type Change<T> = { [K in keyof T]?: T[K] | undefined }
/** Whose change it is: the version that was shown, and whether the text must be there. */
export type Edit = { id: string; version: number; needsText: boolean }

/**
 * Changes a text that nobody has changed since its version was read. Throws `not_found`; `conflict` for a newer version, a text that is
 * not there yet, or an identity that the site has already.
 */
export function changeText(
  pool: Pool,
  table: Table,
  { id: siteId }: Pick<Site, 'id'>,
  { id, version, needsText }: Edit,
  change: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const held = await client.query<{ version: number; isWritten: boolean }>(
      `SELECT version, written_at IS NOT NULL AS "isWritten" FROM writing.${table} WHERE site_id = $1 AND id = $2 FOR UPDATE`,
      [siteId, id],
    )
    const [row] = held.rows
    if (!row) throw noSuchText(table)
    if (row.version !== version)
      throw new AppError('conflict', `The ${table} has changed: its version is ${row.version} now`)
    if (needsText && !row.isWritten) throw new AppError('conflict', `The ${table} is not written yet`)
    await change(client).catch((error: unknown) => {
      throw isTaken(error) ? new AppError('conflict', `The site has such a ${table} already`) : error
    })
  })
}

/** Deletes a text with its run: one that is being written ends. Throws `not_found`. */
export function removeText(pool: Pool, table: Table, { id: siteId }: Pick<Site, 'id'>, id: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    const deleted = await client.query(`DELETE FROM writing.${table} WHERE site_id = $1 AND id = $2`, [siteId, id])
    if (deleted.rowCount !== 1) throw noSuchText(table)
    await client.query(
      `DELETE FROM collects.reading d USING collects.subject s
       WHERE d.subject_id = s.id AND d.scope = 's:' || $1 AND s.kind = $2 AND s.key = $3`,
      [siteId, table, id],
    )
  })
}

export function noSuchText(table: Table): AppError {
  return new AppError('not_found', `No such ${table}`)
}

function isTaken(error: unknown): boolean {
  return Object(error).code === '23505'
}
