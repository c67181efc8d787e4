import { AppError } from '@rts/shared/errors'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import type { Making, TextTable } from './texts.sql.ts'

/** `version`: as last read; `needsText`: requires a written text. */
export type Edit = { id: string; version: number; needsText: boolean }
type Texts<R> = {
  table: TextTable
  lock(tx: Transaction, siteId: string, id: string): Promise<{ version: number; isWritten: boolean }>
  require(tx: Transaction, siteId: string, id: string): Promise<R>
}

/** Changes a text. Throws `not_found`; `conflict` for a newer version, an unwritten text or a taken identity. */
export function changeText<R>(
  database: Database,
  { table, lock, require }: Texts<R>,
  siteId: string,
  { id, version, needsText }: Edit,
  change: (tx: Transaction) => Promise<void>,
): Promise<R> {
  return inTransaction(database, async (tx) => {
    const row = await lock(tx, siteId, id)
    if (row.version !== version)
      throw new AppError('conflict', `The ${table} has changed: its version is ${row.version} now`)
    if (needsText && !row.isWritten) throw new AppError('conflict', `The ${table} is not written yet`)
    await change(tx).catch((error: unknown) => {
      throw isTaken(error) ? new AppError('conflict', `The site has such a ${table} already`) : error
    })
    return require(tx, siteId, id)
  })
}

function isTaken(error: unknown): boolean {
  return Object(error).code === '23505'
}

export function toMaking({ status, generator, error, sandbox, version, createdAt, updatedAt }: Making) {
  const making = { status, generator, error, version }
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return { ...making, ...times, ...(sandbox ? { sandbox: true as const } : {}) }
}

/** Requests for it are polls. */
export function isUnderWay({ status }: Pick<Making, 'status'>): boolean {
  return status === 'queued' || status === 'writing'
}
