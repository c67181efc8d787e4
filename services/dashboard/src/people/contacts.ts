import { AppError } from '@rts/shared/errors'
import type { Database } from '@rts/shared/service/transaction'
import { findOwner } from '../accounts/accounts.ts'
import { claimNextContact, storeSent } from './contacts.sql.ts'

/** Sends an owner's address to the gateway. Throws `not_found` or `conflict` where the account is closed. */
export type SendContact = (accountId: string, email: string) => Promise<unknown>

/** Sends the gateway one owner's address; false where none is due. A failure is due again half a minute later. */
export async function sendNextContact(db: Database, send: SendContact): Promise<boolean> {
  const due = await claimNextContact(db)
  if (!due) return false
  const owner = await findOwner(db, due.accountId)
  if (owner) await send(due.accountId, owner.email).catch(ignoreClosed)
  await storeSent(db, due)
  return true
}

function ignoreClosed(error: unknown): void {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'conflict')) return
  throw error
}
