import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { type Account, findAccount, findByMail, insertAccount, updatePlanAndEmail } from './accounts.sql.ts'
import { announceAccount } from './changes.ts'
import { insertAuditEntry } from './records.sql.ts'

type NewAccount = { id?: string | undefined; email: string; plan: Plan; adopt?: 'or_create' | 'only' | undefined }
type Created = { account: Account; created: boolean }

/** Idempotent by id, and by address without an id or to adopt. Throws `conflict` for a guest’s account, or one on another plan, and `not_found` where there is none to adopt only. */
export function createAccount(
  database: Database,
  { id, email, plan, adopt }: NewAccount,
  by: string,
): Promise<Created> {
  return inTransaction(database, async (tx) => {
    const own = id && (await findAccount(tx, id))
    if (own) return { account: requireNoGuest(own), created: false }
    const mail = email.toLowerCase()
    const known = id === undefined || adopt ? await findByMail(tx, mail) : undefined
    if (known && id === undefined && known.plan !== plan)
      throw new AppError('conflict', `The account with this address, ${known.id}, is on ${known.plan}`)
    if (known) return { account: known, created: false }
    if (adopt === 'only') throw new AppError('not_found', 'No open account has this address')
    return insert(tx, { id: id ?? randomUUID(), email: mail, plan }, by)
  })
}

/** Makes a guest's account a Free one with this address. Throws `conflict` if another open account has the address. */
export async function makeFree(tx: Transaction, id: string, email: string): Promise<void> {
  const mail = email.toLowerCase()
  if (await findByMail(tx, mail))
    throw new AppError('conflict', 'An account has this email address: claim with that account')
  await announceAccount(tx, await updatePlanAndEmail(tx, id, 'free', mail))
}

async function insert(tx: Transaction, order: Pick<Account, 'id' | 'email' | 'plan'>, by: string): Promise<Created> {
  const account = await insertAccount(tx, order)
  if (!account) {
    // A repeat of the same call was faster.
    const made = await findAccount(tx, order.id)
    if (!made) throw new Error('the account was not stored')
    return { account: requireNoGuest(made), created: false }
  }
  await announceAccount(tx, account)
  const detail = { plan: order.plan }
  await insertAuditEntry(tx, { action: 'account.created', accountId: account.id, actor: by, detail })
  return { account, created: true }
}

function requireNoGuest(account: Account): Account {
  if (account.plan === 'guest') throw new AppError('conflict', 'The id belongs to a guest’s account')
  return account
}
