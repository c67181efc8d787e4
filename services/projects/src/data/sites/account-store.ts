import { AppError } from '@rts/shared/errors'
import type { Plan, PlanLimits, PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { activeUnder } from '../../domain/frozen.ts'
import { type Database, transact } from '../database.ts'
import { track } from '../pages/tracking.ts'

export type KnownAccount = { id: string; plan: Plan; status: 'active' | 'closed'; checkEveryDays?: number | undefined }
type Known = { plan: string; knownAt: Date }
const knownSql = 'SELECT plan, known_at AS "knownAt" FROM account WHERE id = $1'
export type AccountStore = ReturnType<typeof createAccountStore>

/** What is known of accounts. Facts of the gateway and signed callers both tell the plan; the newest knowledge stands. */
export function createAccountStore(db: Database, plans: PlanTable) {
  async function followPlan(client: PoolClient, accountId: string, plan: Plan, now: Date): Promise<void> {
    await refreeze(client, accountId, plans[plan])
    const sites = await client.query<{ id: string }>(
      'SELECT id FROM site WHERE account_id = $1 AND deleted_at IS NULL',
      [accountId],
    )
    const siteIds = sites.rows.map((row) => row.id)
    await track(client, { siteIds }, { rhythmDays: plans[plan].checkEveryDays, now })
  }

  return {
    /** Takes in what a signed caller says of its account at `at`. `isAuthority`: the plan was read at admission. */
    async know(accountId: string, plan: Plan, at: Date, isAuthority: boolean): Promise<void> {
      // Before every call: by Prisma this cost 470 us of the process and 230 of the database, so it costs 130 and 80.
      const [known] = (await db.pool.query<Known>({ name: 'account.known', text: knownSql, values: [accountId] })).rows
      if (known && (known.plan === plan || known.knownAt >= at || !isAuthority)) return
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

    /** Takes in a fact about an account, inside the transaction that notes the fact. */
    async apply(client: PoolClient, account: KnownAccount, version: number, now: Date): Promise<void> {
      await client.query(
        `INSERT INTO account AS a (id, plan, status, version, known_at, check_every_days) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, status = excluded.status, version = excluded.version,
           known_at = greatest(a.known_at, excluded.known_at), check_every_days = excluded.check_every_days`,
        [account.id, account.plan, account.status, version, now, account.checkEveryDays ?? null],
      )
      await followPlan(client, account.id, account.plan, now)
    },
  }
}

/** Makes all that counts against an account's limits wait for this transaction; answers the plan that is stored. */
export async function lockAccount(client: PoolClient, accountId: string): Promise<Plan> {
  return (await locked(client, accountId)).plan
}

/** The same for one that may get more sites. Throws `not_found` once it is closed: nobody would ever delete them. */
export async function lockOpenAccount(client: PoolClient, accountId: string): Promise<Plan> {
  const { plan, status } = await locked(client, accountId)
  if (status !== 'active') throw new AppError('not_found', 'No such account')
  return plan
}

async function locked(client: PoolClient, accountId: string): Promise<{ plan: Plan; status: string }> {
  const found = await client.query<{ plan: Plan; status: string }>(
    'SELECT plan, status FROM account WHERE id = $1 FOR UPDATE',
    [accountId],
  )
  if (!found.rows[0]) throw new AppError('not_found', 'No such account')
  return found.rows[0]
}

/** The refusal of things too many; nothing when `wanted` more have room. */
export function requireRoom(
  name: 'sites' | 'keywords' | 'competitors',
  used: number,
  max: number,
  wanted: number = 1,
): void {
  if (used + wanted <= max) return
  throw new AppError('plan_limit_reached', `The plan allows ${max} ${name}`, { planLimit: { name, max, used } })
}

/** Freezes and unfreezes what the limits ask for. The account must be locked or otherwise alone. Answers whether anything changed. */
async function refreeze(client: PoolClient, accountId: string, limits: PlanLimits): Promise<boolean> {
  const sites = await client.query<{ id: string; frozen: boolean }>(
    'SELECT id, frozen FROM site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY seq',
    [accountId],
  )
  const keywords = await client.query<{ id: string; siteId: string; frozen: boolean }>(
    `SELECT k.id, k.site_id AS "siteId", k.frozen FROM keyword k JOIN site s ON s.id = k.site_id
     WHERE s.account_id = $1 AND s.deleted_at IS NULL AND k.deleted_at IS NULL ORDER BY k.seq`,
    [accountId],
  )
  const siteIds = sites.rows.map((row) => row.id)
  const active = activeUnder(limits, siteIds, keywords.rows)
  const isWrong = (ids: Set<string>) => (row: { id: string; frozen: boolean }) => row.frozen === ids.has(row.id)
  const wrongSites = sites.rows.filter(isWrong(active.sites)).map((row) => row.id)
  const wrongKeywords = keywords.rows.filter(isWrong(active.keywords)).map((row) => row.id)
  await client.query('UPDATE site SET frozen = NOT frozen WHERE id = ANY($1)', [wrongSites])
  await client.query('UPDATE keyword SET frozen = NOT frozen WHERE id = ANY($1)', [wrongKeywords])
  return wrongSites.length + wrongKeywords.length > 0
}

/** After something was deleted: what was frozen may have room now. */
export async function thaw(client: PoolClient, accountId: string, limits: PlanLimits, now: Date): Promise<void> {
  const frozen = await client.query<{ id: string }>(
    `SELECT s.id FROM site s WHERE s.account_id = $1 AND s.deleted_at IS NULL
     AND (s.frozen OR EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = s.id AND k.frozen AND k.deleted_at IS NULL))`,
    [accountId],
  )
  const siteIds = frozen.rows.map((row) => row.id)
  if (siteIds.length > 0 && (await refreeze(client, accountId, limits))) {
    await track(client, { siteIds }, { rhythmDays: limits.checkEveryDays, now })
  }
}
