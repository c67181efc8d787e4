import type { Pool, PoolClient } from 'pg'
import type { CompactPage } from '../domain/positions.ts'

/** A results page as it was seen at `fetchedAt`, down to `depth` organic results. */
export type StoredPage = CompactPage & { fetchedAt: Date; source: string; sandbox: boolean; depth: number }
type PageRow = {
  keyword_id: string
  fetched_at: Date
  source: string
  sandbox: boolean
  depth: number
  hosts: string[]
  urls: string[] | null
}

/** Keeps a page. One with the same moment is the same page. */
export async function insertPage(
  client: PoolClient,
  targetId: string,
  page: StoredPage,
  costUsd: number | null,
): Promise<void> {
  await client.query(
    `INSERT INTO ranks.results_page (target_id, fetched_at, source, sandbox, depth, cost_usd, hosts, urls)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [targetId, page.fetchedAt, page.source, page.sandbox, page.depth, costUsd, page.hosts, page.urls],
  )
}

export type PageWish = { keywordId: string; targetId: string; ownCheckAt: Date | null }

/**
 * For each wish the newest page that is deep enough and either younger than `freshSince` or the one of the site's own last
 * check (not before `ownSince`); none for keywords that have that page's rank already. Keyed by keyword.
 */
export async function findServingPages(
  client: PoolClient,
  wishes: readonly PageWish[],
  bounds: { freshSince: Date; ownSince: Date; now: Date },
): Promise<Map<string, StoredPage>> {
  const found = await client.query<PageRow>(
    `SELECT w.keyword_id, p.fetched_at, p.source, p.sandbox, p.depth, p.hosts, p.urls
     FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS w (keyword_id, target_id, own_at)
     JOIN page_target t ON t.id = w.target_id
     JOIN keyword k ON k.id = w.keyword_id
     CROSS JOIN LATERAL (
       SELECT * FROM ranks.results_page r
       WHERE r.target_id = w.target_id AND r.fetched_at BETWEEN $4 AND $6
         AND (r.fetched_at = w.own_at OR (r.fetched_at > $5 AND r.depth >= t.depth))
       ORDER BY r.fetched_at DESC LIMIT 1) p
     WHERE NOT EXISTS (
       SELECT 1 FROM keyword_state s JOIN tracked_domain d ON d.id = s.domain_id
       WHERE s.keyword_id = k.id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL AND s.checked_at >= p.fetched_at)`,
    [
      wishes.map((wish) => wish.keywordId),
      wishes.map((wish) => wish.targetId),
      wishes.map((wish) => wish.ownCheckAt),
      bounds.ownSince,
      bounds.freshSince,
      bounds.now,
    ],
  )
  return new Map(found.rows.map((row) => [row.keyword_id, toPage(row)]))
}

function toPage(row: PageRow): StoredPage {
  const { fetched_at: fetchedAt, source, sandbox, depth, hosts } = row
  return { fetchedAt, source, sandbox, depth, hosts, urls: row.urls ?? [] }
}

export type PageStore = ReturnType<typeof createPageStore>

/** The upkeep of stored pages. */
export function createPageStore(pool: Pool) {
  return {
    /** Makes the partitions from `from`'s month on. */
    async ensurePartitions(from: Date, months: number): Promise<void> {
      await pool.query('SELECT ranks.ensure_partitions($1::date, $2)', [from.toISOString().slice(0, 10), months])
    },
    /** Forgets the addresses of pages from before; their hosts stay. Answers how many pages it was. */
    async dropAddresses(before: Date): Promise<number> {
      const dropped = await pool.query(
        'UPDATE ranks.results_page SET urls = NULL WHERE fetched_at < $1 AND urls IS NOT NULL',
        [before],
      )
      return dropped.rowCount ?? 0
    },
  }
}
