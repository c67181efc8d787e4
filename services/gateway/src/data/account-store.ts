import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { type Plan, planSchema } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import type { PoolClient } from 'pg'
import { announceAccount } from './account-facts.ts'
import { audit } from './audit.ts'
import type { Database } from './database.ts'

export type Account = { id: string; email: string; plan: Plan; createdAt: Date }

const columns = `id, email, plan, created_at AS "createdAt"`

/** Accounts and their plans. Every change of plan is sent to other services as a fact. */
export function createAccountStore({ pool, prisma }: Database, settings: { callsPerDay: Record<string, number> }) {
  const announce = (client: PoolClient, account: Account & { version: number }) =>
    announceAccount(client, { ...account, status: 'active' })

  return {
    /** Idempotent by email address. Throws `conflict` if that account is on another plan and `id` does not name it. */
    create: ({ id = randomUUID(), email, plan }: { id?: string | undefined; email: string; plan: Plan }) =>
      inTransaction(pool, async (client): Promise<{ account: Account; created: boolean }> => {
        const inserted = await client.query<Account & { version: number }>(
          `INSERT INTO account (id, email, plan) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING ${columns}, version`,
          [id, email.toLowerCase(), plan],
        )
        const [account] = inserted.rows
        if (account) {
          await announce(client, account)
          await audit(client, { action: 'account.created', accountId: account.id, detail: { plan } })
          return { account, created: true }
        }
        const found = await client.query<Account>(`SELECT ${columns} FROM account WHERE email = $1`, [
          email.toLowerCase(),
        ])
        const [known] = found.rows
        if (!known) throw new AppError('conflict', 'The id belongs to another account')
        if (known.plan !== plan && known.id !== id)
          throw new AppError('conflict', `The account with this address, ${known.id}, is on ${known.plan}`)
        return { account: known, created: false }
      }),

    async list(): Promise<Account[]> {
      const found = await prisma.account.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
      return found.map(({ id, email, plan, createdAt }) => ({ id, email, plan: planSchema.parse(plan), createdAt }))
    },

    /** An upgrade takes effect at once; a downgrade keeps today's limit. Throws `not_found`. */
    changePlan: (id: string, plan: Plan) =>
      inTransaction(pool, async (client): Promise<Account> => {
        const before = await client.query<{ plan: string }>(
          'SELECT plan FROM account WHERE id = $1 FOR NO KEY UPDATE',
          [id],
        )
        const from = before.rows[0]?.plan
        if (!from) throw new AppError('not_found', 'No such account')
        await client.query(
          `INSERT INTO allowance_day (account_id, day, day_limit) VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, $2)
           ON CONFLICT (account_id, day) DO UPDATE SET day_limit = greatest(allowance_day.day_limit, excluded.day_limit)`,
          [id, settings.callsPerDay[from] ?? 0],
        )
        const changed = await client.query<Account & { version: number }>(
          `UPDATE account SET plan = $2, version = version + 1 WHERE id = $1 RETURNING ${columns}, version`,
          [id, plan],
        )
        const [account] = changed.rows
        if (!account) throw new AppError('not_found', 'No such account')
        await announce(client, account)
        await audit(client, { action: 'plan.changed', accountId: id, detail: { from, to: plan } })
        return account
      }),
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
