import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import { rankOf } from '../../domain/positions.ts'
import { latestRankSql } from '../keywords/latest-rank.ts'
import type { StoredPage } from './page-store.ts'

export type RankedDomain = { id: string; domain: string }
/** A keyword that takes its ranks from a page: the site's own and those of its competitors. */
export type RankReader = { keywordId: string; epoch: number; domains: readonly RankedDomain[] }

/** Writes the ranks that readers take from their pages: into the history, and as the latest if they are. */
export async function recordRanks(
  client: PoolClient,
  entries: readonly { reader: RankReader; page: StoredPage }[],
): Promise<void> {
  const rows = entries.flatMap(({ reader, page }) => {
    return reader.domains.map((domain) => ({ reader, page, domain, rank: rankOf(page, domain.domain) }))
  })
  if (rows.length === 0) return
  const values = columns(
    rows.map(({ reader, page, domain, rank }) => ({ ...page, ...reader, ...rank, domainId: domain.id })),
    ...(['keywordId', 'epoch', 'domainId', 'fetchedAt', 'position', 'url', 'depth', 'source', 'sandbox'] as const),
  )
  await client.query(recordSql, [...values])
}

const recordSql = `
  WITH ranked AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::int[], $8::text[], $9::boolean[])
      AS r (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)),
  history AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT * FROM ranked ON CONFLICT DO NOTHING)
  ${latestRankSql('ranked')}`

/** The ranked domains of each site, its own first. */
export async function domainsOfSites(
  client: PoolClient,
  siteIds: readonly string[],
): Promise<Map<string, RankedDomain[]>> {
  const found = await client.query<{ id: string; site_id: string; domain: string }>(
    `SELECT id, site_id, domain FROM tracked_domain WHERE site_id = ANY($1) AND deleted_at IS NULL ORDER BY kind = 'own' DESC, seq`,
    [siteIds],
  )
  const bySite = Map.groupBy(found.rows, (row) => row.site_id)
  return new Map([...bySite].map(([siteId, rows]) => [siteId, rows.map(({ id, domain }) => ({ id, domain }))]))
}
