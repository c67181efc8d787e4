import { AppError } from '@rts/shared/errors'
import type { Plan, PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { type Database, transact } from '../database.ts'
import { countKeywords } from '../keywords/keyword-writer.ts'
import { track } from '../pages/tracking.ts'
import { requireRoom } from './account-store.ts'
import { tellSite } from './site-facts.ts'
import { countSites, findTwin, only, type SiteVersion } from './site-records.ts'

type GuestSite = { id: string; name: string; domain: string; country: string; language: string; keywords: number }
type Moved = SiteVersion & { domain: string; country: string; language: string }
export type SiteClaims = ReturnType<typeof createSiteClaims>
type Options = { db: Database; plans: PlanTable }

/** What happens to a guest's site: it moves to another account, or goes with the guest. */
export function createSiteClaims({ db, plans }: Options) {
  return {
    /**
     * Moves the guest's oldest site, with everything that belongs to it, and answers its id; null where there is none. Again
     * for the same two accounts it answers the site that was moved. Throws `plan_limit_reached`, with nothing moved.
     */
    move(guestAccountId: string, accountId: string, now: Date): Promise<string | null> {
      return transact(db.pool, async (client) => {
        const plan = await lockBoth(client, guestAccountId, accountId)
        const movedId = await movedBefore(client, guestAccountId, accountId)
        if (movedId !== null) return movedId
        const site = await oldestSite(client, guestAccountId)
        if (!site) return null
        const limits = plans[plan]
        requireRoom('sites', await countSites(client, accountId), limits.sites)
        requireRoom('keywords', await countKeywords(client, accountId), limits.keywords, site.keywords)
        const moved = await moveSite(client, site, guestAccountId, accountId)
        await tellSite(client, moved, { ...moved, accountId }, null)
        await track(client, { siteIds: [site.id] }, { rhythmDays: limits.checkEveryDays, now })
        return site.id
      })
    },

    /** Deletes what a guest leaves behind, rows and history, inside the transaction that notes its end. Nothing can be added after it. */
    async end(client: PoolClient, guestAccountId: string, now: Date): Promise<void> {
      await client.query(`UPDATE account SET status = 'closed' WHERE id = $1`, [guestAccountId])
      // Checks under way hold the site; later ones find none.
      await client.query('SELECT 1 FROM site WHERE account_id = $1 ORDER BY id FOR UPDATE', [guestAccountId])
      await client.query(
        `DELETE FROM ranks.position WHERE keyword_id IN
           (SELECT k.id FROM keyword k JOIN site s ON s.id = k.site_id WHERE s.account_id = $1)`,
        [guestAccountId],
      )
      const deleted = await client.query<Moved & { wasLive: boolean }>(
        `DELETE FROM site WHERE account_id = $1
         RETURNING id, version + 1 AS version, domain, country, language, deleted_at IS NULL AS "wasLive"`,
        [guestAccountId],
      )
      for (const { wasLive, ...site } of deleted.rows) {
        if (!wasLive) continue
        await tellSite(client, site, { ...site, accountId: guestAccountId }, now)
      }
    },
  }
}

/** Both accounts wait for this transaction, in an order that two claims share. Answers the plan of the one that takes. */
async function lockBoth(client: PoolClient, guestAccountId: string, accountId: string): Promise<Plan> {
  const found = await client.query<{ id: string; plan: Plan; status: string }>(
    'SELECT id, plan, status FROM account WHERE id = ANY($1) ORDER BY id FOR UPDATE',
    [[guestAccountId, accountId]],
  )
  const account = found.rows.find((row) => row.id === accountId)
  // Its first fact may still be on the way.
  if (!account) throw new AppError('unavailable', 'The account is not known here yet; try again')
  if (account.status !== 'active') throw new AppError('not_found', 'No such account')
  return account.plan
}

async function oldestSite(client: PoolClient, accountId: string): Promise<GuestSite | undefined> {
  const found = await client.query<GuestSite>(
    `SELECT id, name, domain, country, language,
       (SELECT count(*)::int FROM keyword k WHERE k.site_id = s.id AND k.deleted_at IS NULL) AS keywords
     FROM site s WHERE account_id = $1 AND deleted_at IS NULL ORDER BY seq LIMIT 1 FOR UPDATE`,
    [accountId],
  )
  return found.rows[0]
}

async function movedBefore(client: PoolClient, guestAccountId: string, accountId: string): Promise<string | null> {
  const found = await client.query<{ id: string }>(
    'SELECT id FROM site WHERE claimed_from = $1 AND account_id = $2 AND deleted_at IS NULL ORDER BY seq LIMIT 1',
    [guestAccountId, accountId],
  )
  return found.rows[0]?.id ?? null
}

async function moveSite(client: PoolClient, site: GuestSite, from: string, accountId: string): Promise<Moved> {
  await client.query('UPDATE keyword SET frozen = false WHERE site_id = $1 AND frozen', [site.id])
  const moved = await client.query<Moved>(
    `UPDATE site SET account_id = $2, claimed_from = $3, name = $4, frozen = false, version = version + 1 WHERE id = $1
     RETURNING id, version, domain, country, language`,
    [site.id, accountId, from, await freeName(client, accountId, site)],
  )
  return only(moved.rows)
}

/** The account may have a site of this name and domain: that is no reason to lose the guest's. */
async function freeName(client: PoolClient, accountId: string, { name, domain }: GuestSite): Promise<string> {
  for (let n = 1; ; n++) {
    const wish = n === 1 ? name : `${name.slice(0, 190)} (${n})`
    if ((await findTwin(client, accountId, { domain, name: wish })) === null) return wish
  }
}
