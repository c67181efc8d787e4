import { AppError } from '@rts/shared/errors'
import type { Plan, PlanLimits, PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { noSuchAccount } from '../accounts/limits.ts'
import { requireRoom } from '../accounts/rules/plan-limits.ts'
import { type Database, transact } from '../database.sql.ts'
import { countKeywords, countKeywordsOf } from '../keywords/keywords.sql.ts'
import { track } from '../rank-checks/tracking.ts'
import { freeName } from './rules/site-twins.ts'
import { giveSite, holdSite, liveSites, type ShownSite } from './site-changes.sql.ts'
import { type ToldSite, tellEnd, tellSite } from './site-facts.ts'

export type SiteClaims = ReturnType<typeof createSiteClaims>
type Options = { db: Database; plans: PlanTable }

/** Moves a guest's site to another account, or deletes the sites of an account that ended. */
export function createSiteClaims({ db, plans }: Options) {
  return {
    /**
     * Moves the guest's oldest site with all its data; null if there is none. Repeated for the same two accounts, it answers
     * the moved site. Throws `plan_limit_reached` and then moves nothing.
     */
    move(guestAccountId: string, accountId: string, now: Date): Promise<ShownSite | null> {
      return transact(db.pool, async (client) => {
        const limits = plans[await lockBoth(client, guestAccountId, accountId)]
        const before = await movedBefore(client, guestAccountId, accountId)
        if (before !== null) return holdSite(client, { id: before, accountId })
        const [site] = await liveSites(client, guestAccountId)
        if (!site) return null
        const own = await liveSites(client, accountId)
        requireRoom('sites', own.length, limits.sites)
        await requireKeywords(client, site.id, accountId, limits)
        const name = freeName(own, site)
        const moved = await giveSite(client, { id: site.id, accountId: guestAccountId }, { accountId, name })
        await tellSite(client, moved)
        await track(client, { siteIds: [site.id] }, { rhythmDays: limits.checkEveryDays, now })
        return moved
      })
    },

    /** Deletes an account's sites with their history, in the transaction that notes its end. Nothing can be added afterwards. */
    async end(client: PoolClient, accountId: string, now: Date): Promise<void> {
      await client.query(`UPDATE account SET status = 'closed' WHERE id = $1`, [accountId])
      // Running checks lock the site; later ones find none.
      await client.query('SELECT 1 FROM site WHERE account_id = $1 ORDER BY id FOR UPDATE', [accountId])
      await client.query(
        `DELETE FROM ranks.position WHERE keyword_id IN
           (SELECT k.id FROM keyword k JOIN site s ON s.id = k.site_id WHERE s.account_id = $1)`,
        [accountId],
      )
      await client.query(
        `DELETE FROM ranks.turn WHERE own_id IN
           (SELECT d.id FROM tracked_domain d JOIN site s ON s.id = d.site_id WHERE s.account_id = $1)`,
        [accountId],
      )
      const deleted = await client.query<ToldSite & { wasLive: boolean }>(
        `DELETE FROM site WHERE account_id = $1
         RETURNING id, account_id AS "accountId", version + 1 AS version, name, domain, country, language,
           created_at AS "createdAt", deleted_at IS NULL AS "wasLive"`,
        [accountId],
      )
      for (const site of deleted.rows) if (site.wasLive) await tellEnd(client, site, now)
    },
  }
}

/** Locks both accounts, in the same order in every claim. Answers the plan of the account that takes the site. */
async function lockBoth(client: PoolClient, guestAccountId: string, accountId: string): Promise<Plan> {
  const found = await client.query<{ id: string; plan: Plan; status: string }>(
    'SELECT id, plan, status FROM account WHERE id = ANY($1) ORDER BY id FOR UPDATE',
    [[guestAccountId, accountId]],
  )
  const account = found.rows.find((row) => row.id === accountId)
  // Its first fact may still be on the way.
  if (!account) throw new AppError('unavailable', 'The account is still unknown here; try again')
  if (account.status !== 'active') throw noSuchAccount()
  return account.plan
}

/** Throws `plan_limit_reached` if the site has too many keywords for the account that takes it. */
async function requireKeywords(client: PoolClient, siteId: string, accountId: string, limits: PlanLimits) {
  const wanted = await countKeywordsOf(client, siteId)
  requireRoom('keywords', await countKeywords(client, accountId), limits.keywords, wanted)
}

async function movedBefore(client: PoolClient, guestAccountId: string, accountId: string): Promise<string | null> {
  const found = await client.query<{ id: string }>(
    'SELECT id FROM site WHERE claimed_from = $1 AND account_id = $2 AND deleted_at IS NULL ORDER BY seq LIMIT 1',
    [guestAccountId, accountId],
  )
  return found.rows[0]?.id ?? null
}
