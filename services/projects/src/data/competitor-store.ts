import { randomUUID } from 'node:crypto'
import { invalidField } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { lockAccount, requireRoom } from './account-store.ts'
import { type Database, transact } from './database.ts'
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
     * Adds a competitor with its past, or answers the one with this domain.
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
          `INSERT INTO tracked_domain (id, site_id, domain, kind, since) VALUES ($1, $2, $3, 'competitor', $4)`,
          [competitor.id, site.id, domain, now],
        )
        await fillPast(client, site.id, competitor)
        return { competitor, created: true }
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

/** Ranks a domain on every page that the site's keywords have a rank from, and on no other: what others asked for stays theirs. */
async function fillPast(client: PoolClient, siteId: string, { id, domain }: Competitor): Promise<void> {
  await client.query(
    `WITH seen AS (
       SELECT DISTINCT k.id AS keyword_id, k.epoch, k.target_id, p.checked_at
       FROM keyword k JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch
       WHERE k.site_id = $1 AND k.deleted_at IS NULL
     ), ranked AS (
       SELECT s.keyword_id, s.epoch, s.checked_at, ranks.rank_of(r.hosts, $3) AS position, r.urls, r.depth, r.source, r.sandbox
       FROM seen s JOIN ranks.results_page r ON r.target_id = s.target_id AND r.fetched_at = s.checked_at
     ), past AS (
       INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
       SELECT keyword_id, epoch, $2, checked_at, position, urls[nullif(position, 0)], depth, source, sandbox FROM ranked
       RETURNING keyword_id, checked_at, position, url
     )
     INSERT INTO keyword_state (keyword_id, domain_id, position, previous_position, best, url, checked_at)
     SELECT keyword_id, $2, (array_agg(position ORDER BY checked_at DESC))[1], (array_agg(position ORDER BY checked_at DESC))[2],
       min(nullif(position, 0)), (array_agg(url ORDER BY checked_at DESC))[1], max(checked_at)
     FROM past GROUP BY keyword_id`,
    [siteId, id, domain],
  )
}
