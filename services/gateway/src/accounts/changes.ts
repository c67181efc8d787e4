import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { Plan } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import type { PoolClient } from 'pg'
import type { Database } from '../keys/database.ts'
import { announceAccount } from './account-facts.ts'
import {
  type Account,
  accountColumns,
  findAccount,
  findByMail,
  lockOpenAccount,
  noSuchAccount,
} from './accounts.sql.ts'
import { audit } from './audit.ts'

type NewAccount = { id?: string | undefined; email: string; plan: Plan; adopt?: boolean | undefined }
type PlanChange = { id: string; from: Plan; to: Plan; actor: string; order?: string }
/** `actor` is who says so; `orderId` the order that pays for the plan. */
type PaidPlan = { id: string; plan: Plan; orderId: string | null; actor: string }
type Created = { account: Account; created: boolean }

/** Accounts and their plans. Every change of plan is sent to other services as a fact; `by` is who did it. */
export function createAccountStore(
  { pool }: Pick<Database, 'pool'>,
  settings: { callsPerDay: Record<string, number> },
) {
  /** An upgrade takes effect at once; a downgrade keeps today's limit. */
  async function givePlan(client: PoolClient, { id, from, to, actor, order }: PlanChange): Promise<Account> {
    await client.query(
      `INSERT INTO allowance_day (account_id, day, day_limit) VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, $2)
       ON CONFLICT (account_id, day) DO UPDATE SET day_limit = greatest(allowance_day.day_limit, excluded.day_limit)`,
      [id, settings.callsPerDay[from] ?? 0],
    )
    const account = await update(client, id, 'plan = $2, version = version + 1', to)
    await announceAccount(client, account)
    await audit(client, {
      action: 'plan.changed',
      accountId: id,
      actor,
      detail: { from, to, ...(order ? { order } : {}) },
    })
    return account
  }

  return {
    /**
     * Idempotent by id, whatever became of that account. Without an id, or to adopt, an open account with the address is answered.
     * Throws `conflict` for a guest's account, or if the account of the address is on another plan.
     */
    create: ({ id, email, plan, adopt = false }: NewAccount, by: string) =>
      inTransaction(pool, async (client): Promise<Created> => {
        const own = id && (await findAccount(client, id))
        if (own) return { account: requireNoGuest(own), created: false }
        const mail = email.toLowerCase()
        const known = id === undefined || adopt ? await findByMail(client, mail) : undefined
        if (known && id === undefined && known.plan !== plan)
          throw new AppError('conflict', `The account with this address, ${known.id}, is on ${known.plan}`)
        if (known) return { account: known, created: false }
        return insert(client, { id: id ?? randomUUID(), email: mail, plan }, by)
      }),

    /** Throws `not_found`. */
    async require(id: string): Promise<Account> {
      const account = await findAccount(pool, id)
      if (!account) throw noSuchAccount()
      return account
    },

    async list(): Promise<Account[]> {
      const found = await pool.query<Account>(`SELECT ${accountColumns} FROM account ORDER BY created_at, id`)
      return found.rows
    },

    /** Throws `not_found`, `conflict`. */
    changePlan: (id: string, plan: Plan, by: string) =>
      inTransaction(pool, async (client): Promise<Account> => {
        const { plan: from } = await lockOpenAccount(client, id)
        return givePlan(client, { id, from, to: plan, actor: by })
      }),

    /** The plan that an account has paid for; nothing changes where it has that plan, or is closed, unknown or a guest’s. */
    async followPayment(client: PoolClient, { id, plan, orderId, actor }: PaidPlan): Promise<void> {
      const account = await findAccount(client, id, 'FOR NO KEY UPDATE')
      if (account?.status !== 'active' || account.plan === 'guest' || account.plan === plan) return
      await givePlan(client, {
        id,
        from: account.plan,
        to: plan,
        actor,
        ...(orderId === null ? {} : { order: orderId }),
      })
    },

    /** Changes the address that mail for the account goes to. Throws `not_found`, `conflict`. */
    changeContact: (id: string, email: string, by: string) =>
      inTransaction(pool, async (client): Promise<Account> => {
        await lockOpenAccount(client, id)
        const account = await update(client, id, 'email = $2', email.toLowerCase())
        await audit(client, { action: 'contact.changed', accountId: id, actor: by })
        return account
      }),
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>

async function insert(
  client: PoolClient,
  order: { id: string; email: string; plan: Plan },
  by: string,
): Promise<Created> {
  const inserted = await client.query<Account>(
    `INSERT INTO account (id, email, plan) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING ${accountColumns}`,
    [order.id, order.email, order.plan],
  )
  const [account] = inserted.rows
  if (!account) {
    // A repeat of the same call was faster.
    const made = await findAccount(client, order.id)
    if (!made) throw new Error('the account was not stored')
    return { account: requireNoGuest(made), created: false }
  }
  await announceAccount(client, account)
  await audit(client, { action: 'account.created', accountId: account.id, actor: by, detail: { plan: order.plan } })
  return { account, created: true }
}

async function update(client: PoolClient, id: string, set: string, value: string): Promise<Account> {
  const changed = await client.query<Account>(`UPDATE account SET ${set} WHERE id = $1 RETURNING ${accountColumns}`, [
    id,
    value,
  ])
  if (!changed.rows[0]) throw noSuchAccount()
  return changed.rows[0]
}

function requireNoGuest(account: Account): Account {
  if (account.plan === 'guest') throw new AppError('conflict', 'The id belongs to a guest’s account')
  return account
}
