import { type Plan, type PlanTable, planNames } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { type Database, transact } from '../database.sql.ts'
import { countKeywords } from '../keywords/keywords.sql.ts'
import { rhythmOf } from '../rank-checks/rules/rhythm.ts'
import { track } from '../rank-checks/tracking.ts'
import { refreeze } from './freezing.ts'

export type KnownAccount = { id: string; plan: Plan; status: 'active' | 'closed'; checkEveryDays?: number | undefined }
type Known = { plan: string; knownAt: Date }
const knownSql = 'SELECT plan, known_at AS "knownAt" FROM account WHERE id = $1'
export type AccountStore = ReturnType<typeof createAccountStore>

/** The most accounts whose plans a replica remembers. */
const mostSeen = 10_000

/** The projection of accounts. Both the gateway's facts and signed callers give the plan; the newest one wins. */
export function createAccountStore(db: Database, plans: PlanTable) {
  // The plans that this replica has seen stored. If another replica stores a new one and it is then changed back, the fact corrects it.
  const seen = new Map<string, Plan>()

  async function followPlan(client: PoolClient, accountId: string, plan: Plan, now: Date): Promise<void> {
    const limits = plans[plan]
    await refreeze(client, accountId, limits)
    const sites = await client.query<{ id: string }>(
      'SELECT id FROM site WHERE account_id = $1 AND deleted_at IS NULL',
      [accountId],
    )
    const siteIds = sites.rows.map((row) => row.id)
    await track(client, { siteIds }, { rhythmDays: limits.checkEveryDays, now })
  }

  function remember(accountId: string, plan: Plan): void {
    if (seen.size >= mostSeen) seen.clear()
    seen.set(accountId, plan)
  }

  return {
    /** Stores a signed caller's account with its plan at `at`. `isAuthority`: the plan was read at admission. */
    async know(accountId: string, plan: Plan, at: Date, isAuthority: boolean): Promise<void> {
      // Before every call: asking costs 130 us of the process and 80 of the database.
      if (seen.get(accountId) === plan) return
      const [known] = (await db.pool.query<Known>({ name: 'account.known', text: knownSql, values: [accountId] })).rows
      if (known?.plan === plan) return remember(accountId, plan)
      if (known && (known.knownAt >= at || !isAuthority)) return
      await transact(db.pool, async (client) => {
        const changed = await client.query(
          `INSERT INTO account AS a (id, plan, known_at) VALUES ($1, $2, $3)
           ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, known_at = excluded.known_at
           WHERE $4 AND a.known_at < excluded.known_at AND a.plan <> excluded.plan RETURNING 1`,
          [accountId, plan, at, isAuthority],
        )
        if (known && changed.rowCount === 1) await followPlan(client, accountId, plan, at)
      })
    },

    /** How many keywords the stored plan allows, and how many the account has. */
    async keywordRoom(accountId: string): Promise<{ max: number; used: number }> {
      const account = await db.prisma.account.findUnique({ where: { id: accountId } })
      const plan = planNames.find((name) => name === account?.plan)
      return { max: plans[plan ?? 'free'].keywords, used: await countKeywords(db.pool, accountId) }
    },

    /** The days between two checks. */
    async rhythmDays(accountId: string): Promise<number> {
      const account = await db.prisma.account.findUnique({ where: { id: accountId } })
      const plan = planNames.find((name) => name === account?.plan)
      return rhythmOf({ plan: plan ?? 'free', checkEveryDays: account?.checkEveryDays ?? null }, plans)
    },

    /** Applies a fact about an account, in the transaction that notes the fact. */
    async apply(client: PoolClient, account: KnownAccount, version: number, now: Date): Promise<void> {
      await client.query(
        `INSERT INTO account AS a (id, plan, status, version, known_at, check_every_days) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, status = excluded.status, version = excluded.version,
           known_at = greatest(a.known_at, excluded.known_at), check_every_days = excluded.check_every_days`,
        [account.id, account.plan, account.status, version, now, account.checkEveryDays ?? null],
      )
      seen.delete(account.id)
      if (account.status === 'active') await followPlan(client, account.id, account.plan, now)
    },
  }
}
