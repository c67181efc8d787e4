import { randomUUID } from 'node:crypto'
import type { PlanTable } from '@rts/shared/plans'
import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import { lockOpenLimits } from '../accounts/limits.ts'
import { requireRoom } from '../accounts/rules/plan-limits.ts'
import { type Database, transact } from '../database.sql.ts'
import { countKeywords, insertKeywords } from '../keywords/keywords.sql.ts'
import { latestOfManySql } from '../rank-checks/latest-rank.ts'
import { domainsOfSites } from '../rank-checks/rank-store.ts'
import { findTurns } from '../rank-checks/ranks.sql.ts'
import { track } from '../rank-checks/tracking.ts'
import { newSettings } from '../sites/rules/site-settings.ts'
import { oldestOf } from '../sites/rules/site-twins.ts'
import { holdSite, liveSites, type ShownSite } from '../sites/site-changes.sql.ts'
import { addSite } from '../sites/site-writer.ts'
import { type DemoPast, demoDomain, type PastRanks } from './rules/demo-past.ts'

type SeedKeyword = DemoPast['keywords'][number] & { identity: string }
export type SeedInput = Omit<DemoPast, 'keywords'> & { keywords: SeedKeyword[] }
export type Seeded = { site: ShownSite; created: boolean; keywords: number; positions: number }
export type DemoSeed = ReturnType<typeof createDemoSeed>

/** Writes the demo site with its past, in one transaction, so that a killed run starts anew. */
export function createDemoSeed(db: Database, plans: PlanTable) {
  return {
    /** Writes the site, or answers the account's site of that domain unchanged. Throws `not_found`, `plan_limit_reached`. */
    write(accountId: string, seed: SeedInput, now: Date): Promise<Seeded> {
      return transact(db.pool, async (client) => {
        const limits = await lockOpenLimits(client, plans, accountId)
        const sites = await liveSites(client, accountId)
        const known = oldestOf(sites, seed)
        if (known) {
          const site = await holdSite(client, { id: known.id, accountId })
          return { site, created: false, keywords: 0, positions: 0 }
        }
        requireRoom('sites', sites.length, limits.sites)
        requireRoom('competitors', 0, limits.competitorsPerSite, seed.competitors.length)
        requireRoom('keywords', await countKeywords(client, accountId), limits.keywords, seed.keywords.length)
        const site = await addSite(client, accountId, newSettings(seed), now)
        await insertRivals(client, site.id, seed.competitors, now)
        const keywordIds = await insertSeeded(client, site, seed.keywords, now)
        const positions = await insertPast(client, site.id, keywordIds, seed, now)
        await track(client, { siteIds: [site.id] }, { rhythmDays: limits.checkEveryDays, now })
        return { site, created: true, keywords: keywordIds.length, positions }
      })
    },

    /** Pauses the checks of demo sites: no real results page can show them. Their owner may resume them. */
    async pauseChecks(now: Date): Promise<void> {
      await db.pool.query(
        'UPDATE site SET checks_paused_at = $2 WHERE domain = $1 AND checks_paused_at IS NULL AND deleted_at IS NULL',
        [demoDomain, now],
      )
    },
  }
}

/** Inserts competitors whose past needs no filling, because it is written here. */
async function insertRivals(client: PoolClient, siteId: string, domains: readonly string[], now: Date): Promise<void> {
  await client.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since) SELECT id, $1, domain, 'competitor', $2
     FROM unnest($3::text[], $4::text[]) AS d (id, domain)`,
    [siteId, now, domains.map(() => randomUUID()), domains],
  )
}

function insertSeeded(client: PoolClient, site: ShownSite, keywords: readonly SeedKeyword[], now: Date) {
  const { id: siteId, frozen, country, language } = site
  const phrases = keywords.map(({ keyword, identity }) => ({ phrase: keyword, identity, country, language }))
  return insertKeywords(client, { siteId, frozen, now }, phrases)
}

/** Writes one rank a day, at the time of the phrase's check; none later than now. Answers the number of ranks. */
async function insertPast(
  client: PoolClient,
  siteId: string,
  keywordIds: readonly string[],
  { from, keywords }: SeedInput,
  now: Date,
): Promise<number> {
  const domains = (await domainsOfSites(client, [siteId])).get(siteId) ?? []
  const idOf = new Map(domains.map(({ id, domain }) => [domain, id]))
  const series = keywordIds.flatMap((keywordId, i) =>
    (keywords[i]?.ranks ?? []).map((ranks: PastRanks) => ({
      keywordId,
      domainId: idOf.get(ranks.domain) ?? null,
      url: ranks.url,
      positions: `{${ranks.positions.join()}}`,
    })),
  )
  const values = columns(series, 'keywordId', 'domainId', 'url', 'positions')
  await client.query(pastSql, [from, now, ...values])
  await findTurns(
    client,
    keywordIds.map((id) => ({ id })),
  )
  const counted = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM ranks.position WHERE keyword_id = ANY($1)',
    [keywordIds],
  )
  return counted.rows[0]?.n ?? 0
}

const pastSql = `
  WITH past AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT k.id, k.epoch, s.domain_id, day.checked_at, p.position, CASE WHEN p.position > 0 THEN s.url END, t.depth, 'sandbox', true
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS s (keyword_id, domain_id, url, positions)
    JOIN tracked_domain d ON d.id = s.domain_id
    JOIN keyword k ON k.id = s.keyword_id JOIN page_target t ON t.id = k.target_id
    CROSS JOIN LATERAL unnest(s.positions::int[]) WITH ORDINALITY AS p (position, day)
    CROSS JOIN LATERAL (
      SELECT ($1::date + (p.day - 1)::int + make_interval(secs => t.slot_seconds)) AT TIME ZONE 'UTC' AS checked_at) AS day
    WHERE day.checked_at < $2
    RETURNING keyword_id, domain_id, position, url, checked_at, source, sandbox)
  ${latestOfManySql('past')}`
