import { AppError, invalidField } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { announceAccount } from './account-facts.ts'
import { type Account, accountColumns, findAccount, noSuchAccount } from './accounts.sql.ts'
import { audit } from './audit.ts'

/** Closes an account: its keys end with the commit, its address is forgotten, and the fact makes every service delete its data. */
export async function endAccount(client: PoolClient, id: string): Promise<Account> {
  await client.query('UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND revoked_at IS NULL', [
    id,
  ])
  const ended = await client.query<Account>(
    `UPDATE account SET status = 'closed', email = 'closed-' || id || '@closed.invalid', version = version + 1
     WHERE id = $1 RETURNING ${accountColumns}`,
    [id],
  )
  const [account] = ended.rows
  if (!account) throw noSuchAccount()
  await announceAccount(client, account)
  return account
}

/** Closes accounts for good, by the will of their owners or the operator. */
export function createAccountEnd(pool: Pool) {
  return {
    /** `confirm` is the account's address. A repeat answers the closed account. Throws `not_found`, `conflict`, `invalid_input`. */
    close: (id: string, confirm: string, by: string) =>
      inTransaction(pool, async (client): Promise<Account> => {
        const account = await findAccount(client, id, 'FOR NO KEY UPDATE')
        if (!account) throw noSuchAccount()
        if (account.status === 'closed') return account
        if (account.plan === 'guest') throw new AppError('conflict', 'A guest ends by itself, or is claimed')
        if (confirm.toLowerCase() !== account.email)
          throw invalidField('confirm', 'must be the mail address of the account')
        await audit(client, { action: 'account.closed', accountId: id, actor: by })
        return endAccount(client, id)
      }),
  }
}
export type AccountEnd = ReturnType<typeof createAccountEnd>
