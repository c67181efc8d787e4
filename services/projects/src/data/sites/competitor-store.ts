import { randomUUID } from 'node:crypto'
import { AppError, invalidField } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { type Database, transact } from '../database.ts'
import { lockAccount, requireRoom } from './account-store.ts'
import { lockSite } from './site-records.ts'
import type { Site, SiteScope } from './site-store.ts'

export type Competitor = { id: string; domain: string }
export type CompetitorStore = ReturnType<typeof createCompetitorStore>

/** The domains that a site is compared with. */
export function createCompetitorStore(db: Database, plans: PlanTable) {
  return {
    /** In the order in which they were added. */
    async list(site: Site): Promise<Competitor[]> {
      return db.prisma.trackedDomain.findMany({
        where: { siteId: site.id, kind: 'competitor', deletedAt: null },
        orderBy: { seq: 'asc' },
        select: { id: true, domain: true },
      })
    },

    /**
     * Adds a competitor, whose past is still to be filled, or answers the one with this domain.
     * Throws `invalid_input` for the site's own domain, `plan_limit_reached`.
     */
    add(
      scope: SiteScope,
      site: Site,
      domain: string,
      now: Date,
    ): Promise<{ competitor: Competitor; created: boolean }> {
      return transact(db.pool, async (client) => {
        await lockAccount(client, scope.accountId)
        const { domain: own } = await lockSite(client, scope.accountId, site.id)
        if (own === domain) throw invalidField('domain', 'is the domain of the site itself')
        const known = await competitorsOf(client, site.id)
        const twin = known.find((competitor) => competitor.domain === domain)
        if (twin) return { competitor: twin, created: false }
        requireRoom('competitors', known.length, plans[scope.plan].competitorsPerSite)
        const competitor = { id: randomUUID(), domain }
        await client.query(
          `INSERT INTO tracked_domain (id, site_id, domain, kind, since, past_seq) VALUES ($1, $2, $3, 'competitor', $4, 0)`,
          [competitor.id, site.id, domain, now],
        )
        return { competitor, created: true }
      })
    },

    /**
     * Removes a competitor: no check looks for it any more, and its ranks stand in no list. Added again it is a new one, whose past
     * is that of the site's checks. Throws `not_found`.
     */
    remove(scope: SiteScope, site: Site, id: string, now: Date): Promise<void> {
      return transact(db.pool, async (client) => {
        await lockAccount(client, scope.accountId)
        await lockSite(client, scope.accountId, site.id)
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

async function competitorsOf(client: PoolClient, siteId: string): Promise<Competitor[]> {
  const found = await client.query<Competitor>(
    `SELECT id, domain FROM tracked_domain WHERE site_id = $1 AND kind = 'competitor' AND deleted_at IS NULL`,
    [siteId],
  )
  return found.rows
}
