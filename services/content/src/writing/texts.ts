import { AppError } from '@rts/shared/errors'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { lockText, type Making, type TextTable } from './texts.sql.ts'

/** A change of the version that was shown; `needsText`: the text must be written already. */
export type Edit = { id: string; version: number; needsText: boolean }

/**
 * Changes a text that is unchanged since its version was read. Throws `not_found`; `conflict` for a newer version, a text that is not
 * written yet, or an identity that the site has already.
 */
export function changeText(
  database: Database,
  table: TextTable,
  siteId: string,
  { id, version, needsText }: Edit,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(database, async (tx) => {
    const row = await lockText(tx, table, siteId, id)
    if (row.version !== version)
      throw new AppError('conflict', `The ${table} has changed: its version is ${row.version} now`)
    if (needsText && !row.isWritten) throw new AppError('conflict', `The ${table} is not written yet`)
    await change(tx).catch((error: unknown) => {
      throw isTaken(error) ? new AppError('conflict', `The site has such a ${table} already`) : error
    })
  })
}

function isTaken(error: unknown): boolean {
  return Object(error).code === '23505'
}

/** The making of a text in a row of an answer. */
export function toMaking({ status, generator, error, sandbox, version, createdAt, updatedAt }: Making) {
  const making = { status, generator, error, version }
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return { ...making, ...times, ...(sandbox ? { sandbox: true as const } : {}) }
}

/** Whether a text is on its way: asking for it again is a poll. */
export function isUnderWay({ status }: Pick<Making, 'status'>): boolean {
  return status === 'queued' || status === 'writing'
}
