import { randomUUID } from 'node:crypto'
import type { CompetitorRow } from '@rts/shared/contract/rows/rank'
import { AppError } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { Pool, PoolClient } from 'pg'
import { lockLimits } from '../accounts/limits.ts'
import { requireRoom } from '../accounts/rules/plan-limits.ts'
import { type Database, transact } from '../database.sql.ts'
import { requireRival } from './rules/compared-domains.ts'
import { lockSite, type OwnedSite } from './site-changes.sql.ts'

export type CompetitorStore = ReturnType<typeof createCompetitorStore>

/** The domains that a site is compared with. */
export function createCompetitorStore({ pool }: Database, plans: PlanTable) {
  return {
    /** Oldest first. */
    list: (site: OwnedSite): Promise<CompetitorRow[]> => competitorsOf(pool, site.id),

    /**
     * Adds a competitor, whose past must then be filled, or answers the one with this domain.
     * Throws `invalid_input` for the site's own domain, `plan_limit_reached`.
     */
    add(site: OwnedSite, domain: string, now: Date): Promise<{ competitor: CompetitorRow; created: boolean }> {
      return transact(pool, async (client) => {
        const limits = await lockLimits(client, plans, site.accountId)
        requireRival(domain, (await lockSite(client, site)).domain)
        const known = await competitorsOf(client, site.id)
        const twin = known.find((competitor) => competitor.domain === domain)
        if (twin) return { competitor: twin, created: false }
        requireRoom('competitors', known.length, limits.competitorsPerSite)
        const competitor = { id: randomUUID(), domain }
        await client.query(
          `INSERT INTO tracked_domain (id, site_id, domain, kind, since, past_seq) VALUES ($1, $2, $3, 'competitor', $4, 0)`,
          [competitor.id, site.id, domain, now],
        )
        return { competitor, created: true }
      })
    },

    /**
     * Removes a competitor: checks no longer rank it, and lists no longer show it. If it is added again, it is a new one with a
     * past from the site's checks. Throws `not_found`.
     */
    remove(site: OwnedSite, id: string, now: Date): Promise<void> {
      return transact(pool, async (client) => {
        await lockLimits(client, plans, site.accountId)
        await lockSite(client, site)
        const removed = await client.query(
          `UPDATE tracked_domain SET deleted_at = $3 WHERE id = $1 AND site_id = $2 AND kind = 'competitor' AND deleted_at IS NULL`,
          [id, site.id, now],
        )
        if (removed.rowCount !== 1) throw new AppError('not_found', 'No such competitor')
        await client.query('DELETE FROM keyword_state WHERE domain_id = $1', [id])
      })
    },
  }
}

/** The competitors of a site, oldest first. */
export async function competitorsOf(client: Pool | PoolClient, siteId: string): Promise<CompetitorRow[]> {
  const found = await client.query<CompetitorRow>(
    `SELECT id, domain FROM tracked_domain WHERE site_id = $1 AND kind = 'competitor' AND deleted_at IS NULL ORDER BY seq`,
    [siteId],
  )
  return found.rows
}
