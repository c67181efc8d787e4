import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import type { PlanTable } from '@rts/shared/plans'
import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import type { LineWish } from '../../domain/bulk-lines.ts'
import { localeKey } from '../../domain/locale.ts'
import { type Database, transact } from '../database.ts'
import { track } from '../pages/tracking.ts'
import { lockOpenAccount, requireRoom } from '../sites/account-store.ts'
import { tellSite } from '../sites/site-facts.ts'
import { countSites, insertOwnDomain, insertSite } from '../sites/site-records.ts'
import { addLines } from './bulk-writer.ts'

/** A keyword of another rank tracker, perhaps with the rank that it had there at `at`. */
export type ImportWish = LineWish & { rank: { position: number; url: string | null; at: Date } | null }
export type ImportOrder = {
  accountId: string
  source: string
  domain: string
  /** Where a site that has to be made is at home. */
  country: string
  language: string
}
export type ImportResult = { sites: number; added: number; positions: number; skipped: SkippedLine[] }
export type KeywordImport = ReturnType<typeof createKeywordImport>
type Options = { db: Database; plans: PlanTable }

/** Takes over what another rank tracker knew: all of it in one transaction, and nothing twice. */
export function createKeywordImport({ db, plans }: Options) {
  /** The account's oldest site of the domain, or a new one. */
  async function siteFor(client: PoolClient, order: ImportOrder, max: number, now: Date) {
    const { accountId, domain, country, language } = order
    const found = await client.query<{ id: string; frozen: boolean }>(
      `SELECT id, frozen FROM site WHERE account_id = $1 AND domain = $2 AND deleted_at IS NULL ORDER BY seq LIMIT 1 FOR UPDATE`,
      [accountId, domain],
    )
    if (found.rows[0]) return { ...found.rows[0], isNew: false }
    requireRoom('sites', await countSites(client, accountId), max)
    const settings = { name: domain, domain, tags: [], description: null, country, language, autoAddPreference: null }
    const site = await insertSite(client, accountId, settings, now)
    await insertOwnDomain(client, site.id, domain, now)
    await tellSite(client, site, { ...settings, accountId }, null)
    return { id: site.id, frozen: false, isNew: true }
  }

  return {
    /** Adds what is new, up to the plan's limit of keywords. Throws `not_found`, and `plan_limit_reached` for the site. */
    run(order: ImportOrder, wishes: readonly ImportWish[], now: Date): Promise<ImportResult> {
      return transact(db.pool, async (client) => {
        const limits = plans[await lockOpenAccount(client, order.accountId)]
        const site = await siteFor(client, order, limits.sites, now)
        const place = { accountId: order.accountId, siteId: site.id, frozen: site.frozen, max: limits.keywords }
        const { ids, skipped } = await addLines(client, place, wishes, now)
        const positions = await recordImported(client, site.id, order.source, wishes)
        await track(client, { siteIds: [site.id], keywordIds: ids }, { rhythmDays: limits.checkEveryDays, now })
        return { sites: Number(site.isNew), added: ids.length, positions, skipped }
      })
    },
  }
}

/** One history entry a keyword, from its first line with a rank; whatever the keyword has from that instant stands. Answers how many are new. */
async function recordImported(
  client: PoolClient,
  siteId: string,
  source: string,
  wishes: readonly ImportWish[],
): Promise<number> {
  const lines = wishes.flatMap((wish) => (wish.rank ? [{ ...wish, ...wish.rank }] : []))
  const ranked = [...new Map(lines.reverse().map((line) => [localeKey(line), line])).values()]
  const recorded = await client.query(
    `WITH past AS (
       INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
       SELECT k.id, k.epoch, d.id, w.at, w.position, w.url, NULL, $2, false
       FROM unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::int[], $8::text[])
         AS w (identity, country, language, at, position, url)
       JOIN keyword k ON k.site_id = $1 AND k.identity = w.identity AND k.country = w.country AND k.language = w.language AND k.deleted_at IS NULL
       JOIN tracked_domain d ON d.site_id = $1 AND d.kind = 'own' AND d.deleted_at IS NULL
       ON CONFLICT DO NOTHING RETURNING keyword_id, domain_id, position, url, checked_at, source
     )
     INSERT INTO keyword_state AS s (keyword_id, domain_id, position, best, url, checked_at, source)
     SELECT keyword_id, domain_id, position, position, url, checked_at, source FROM past ORDER BY keyword_id
     ON CONFLICT (keyword_id, domain_id) DO UPDATE SET
       best = least(s.best, excluded.best),
       previous_position = CASE WHEN s.checked_at < excluded.checked_at THEN s.position ELSE coalesce(s.previous_position, excluded.position) END,
       position = CASE WHEN s.checked_at < excluded.checked_at THEN excluded.position ELSE s.position END,
       url = CASE WHEN s.checked_at < excluded.checked_at THEN excluded.url ELSE s.url END,
       source = CASE WHEN s.checked_at < excluded.checked_at THEN excluded.source ELSE s.source END,
       sandbox = s.sandbox AND s.checked_at >= excluded.checked_at,
       checked_at = greatest(s.checked_at, excluded.checked_at)`,
    [siteId, source, ...columns(ranked, 'identity', 'country', 'language', 'at', 'position', 'url')],
  )
  return recorded.rowCount ?? 0
}
