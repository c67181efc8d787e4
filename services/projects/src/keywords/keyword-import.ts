import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import type { PlanTable } from '@rts/shared/plans'
import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import { lockOpenLimits } from '../accounts/limits.ts'
import { requireRoom } from '../accounts/rules/plan-limits.ts'
import { type Database, transact } from '../database.sql.ts'
import { latestRankSql } from '../rank-checks/latest-rank.ts'
import { findTurns } from '../rank-checks/ranks.sql.ts'
import { track } from '../rank-checks/tracking.ts'
import { newSettings } from '../sites/rules/site-settings.ts'
import { oldestOf } from '../sites/rules/site-twins.ts'
import { liveSites } from '../sites/site-changes.sql.ts'
import { addSite } from '../sites/site-writer.ts'
import { addLines } from './bulk-writer.ts'
import { firstRanked, type LineWish } from './rules/bulk-lines.ts'

/** A keyword of another rank tracker; `rank` is the rank that it had there at `at`, if any. */
export type ImportWish = LineWish & { rank: { position: number; url: string | null; at: Date } | null }
export type ImportOrder = {
  accountId: string
  source: string
  domain: string
  /** A site that is checked to be the account's; null for the oldest one of the domain, or a new one. */
  siteId: string | null
  /** The country and language of a new site. */
  country: string
  language: string
}
export type ImportResult = { sites: number; added: number; positions: number; skipped: SkippedLine[] }
export type KeywordImport = ReturnType<typeof createKeywordImport>
type Options = { db: Database; plans: PlanTable }

/** Imports keywords and ranks of another rank tracker, all in one transaction and nothing twice. */
export function createKeywordImport({ db, plans }: Options) {
  /** The named site, the account's oldest one of the domain, or a new one. */
  async function siteFor(client: PoolClient, order: ImportOrder, max: number, now: Date) {
    const { accountId, domain, country, language, siteId } = order
    if (siteId !== null) return { id: siteId, accountId, isNew: false }
    const sites = await liveSites(client, accountId)
    const known = oldestOf(sites, order)
    if (known) return { id: known.id, accountId, isNew: false }
    requireRoom('sites', sites.length, max)
    const site = await addSite(client, accountId, newSettings({ domain, country, language }), now)
    return { id: site.id, accountId, isNew: true }
  }

  return {
    /** Adds new keywords up to the plan's limit. Throws `not_found`, and `plan_limit_reached` for a site beyond the limit. */
    run(order: ImportOrder, wishes: readonly ImportWish[], now: Date): Promise<ImportResult> {
      return transact(db.pool, async (client) => {
        const limits = await lockOpenLimits(client, plans, order.accountId)
        const site = await siteFor(client, order, limits.sites, now)
        const { ids, skipped } = await addLines(client, site, wishes, { max: limits.keywords, now })
        const positions = await recordImported(client, site.id, order.source, wishes)
        await track(client, { siteIds: [site.id], keywordIds: ids }, { rhythmDays: limits.checkEveryDays, now })
        return { sites: Number(site.isNew), added: ids.length, positions, skipped }
      })
    },
  }
}

/** Adds one history entry per keyword, from its first line with a rank, unless that time has one. Answers how many are new. */
async function recordImported(
  client: PoolClient,
  siteId: string,
  source: string,
  wishes: readonly ImportWish[],
): Promise<number> {
  const ranked = firstRanked(wishes).map(({ rank, ...wish }) => ({ ...wish, ...rank }))
  const recorded = await client.query<{ id: string }>(
    `WITH past AS (
       INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
       SELECT k.id, k.epoch, d.id, w.at, w.position, w.url, NULL, $2, false
       FROM unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::int[], $8::text[])
         AS w (identity, country, language, at, position, url)
       JOIN keyword k ON k.site_id = $1 AND k.identity = w.identity AND k.country = w.country AND k.language = w.language AND k.deleted_at IS NULL
       JOIN tracked_domain d ON d.site_id = $1 AND d.kind = 'own' AND d.deleted_at IS NULL
       ON CONFLICT DO NOTHING RETURNING keyword_id, domain_id, position, url, checked_at, source, sandbox
     ),
     updated AS (UPDATE keyword k SET updated_at = now() FROM past p WHERE k.id = p.keyword_id)
     ${latestRankSql('past')} RETURNING s.keyword_id AS id`,
    [siteId, source, ...columns(ranked, 'identity', 'country', 'language', 'at', 'position', 'url')],
  )
  await findTurns(client, recorded.rows)
  return recorded.rows.length
}
