import { AppError, invalidField } from '@rts/shared/errors'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { type Account, lockAccount, revokeKeysOf, updateToClosed } from './accounts.sql.ts'
import { insertAuditEntry } from './audit.sql.ts'
import { announceAccount } from './changes.ts'

/**
 * Closes an account for good. `confirm` is the account's address. A repeat answers the closed account. Throws `not_found`,
 * `conflict`, `invalid_input`.
 */
export function closeAccount(database: Database, id: string, confirm: string, by: string): Promise<Account> {
  return inTransaction(database, async (tx) => {
    const account = await lockAccount(tx, id)
    if (account.status === 'closed') return account
    if (account.plan === 'guest') throw new AppError('conflict', 'A guest ends by itself, or is claimed')
    if (confirm.toLowerCase() !== account.email)
      throw invalidField('confirm', 'must be the mail address of the account')
    await insertAuditEntry(tx, { action: 'account.closed', accountId: id, actor: by })
    return endAccount(tx, id)
  })
}

/** Closes an account: its keys end with the commit, its address is forgotten, and the fact makes every service delete its data. */
export async function endAccount(tx: Transaction, id: string): Promise<Account> {
  await revokeKeysOf(tx, id)
  const account = await updateToClosed(tx, id)
  await announceAccount(tx, account)
  return account
}
