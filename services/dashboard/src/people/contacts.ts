import { AppError } from '@rts/shared/errors'
import type { ContactStore } from './contacts.sql.ts'

export type ContactDeps = {
  contacts: ContactStore
  /** Tells the gateway. Throws `not_found` or `conflict` where the account is closed. */
  tell(accountId: string, email: string): Promise<unknown>
}

/** Tells the gateway one owner's address; false where none is due. What fails is due again half a minute later. */
export function createContactRound({ contacts, tell }: ContactDeps): () => Promise<boolean> {
  return async () => {
    const due = await contacts.take()
    if (!due) return false
    const email = await contacts.addressOf(due.accountId)
    if (email !== undefined) await tell(due.accountId, email).catch(closed)
    await contacts.done(due)
    return true
  }
}

function closed(error: unknown): void {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'conflict')) return
  throw error
}
