import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import type { StoredPage } from './page-store.ts'
import { findTurns, recordedSql } from './ranks.sql.ts'
import { rankOf } from './rules/positions.ts'

export type RankedDomain = { id: string; domain: string }
/** A keyword that takes its ranks from a page: the site's own and those of its competitors. */
export type RankReader = { keywordId: string; epoch: number; domains: readonly RankedDomain[] }

/** Writes the ranks that readers take from their pages: into the history, and as the latest if they are. */
export async function recordRanks(
  client: PoolClient,
  entries: readonly { reader: RankReader; page: StoredPage }[],
): Promise<void> {
  const rows = entries.flatMap(({ reader, page }) => {
    return reader.domains.map(({ id, domain }, i) => ({ reader, page, id, isOwn: i === 0, rank: rankOf(page, domain) }))
  })
  if (rows.length === 0) return
  const values = columns(
    rows.map(({ reader, page, id, isOwn, rank }) => ({ ...page, ...reader, ...rank, domainId: id, isOwn })),
    ...(['keywordId', 'epoch', 'domainId', 'isOwn', 'fetchedAt', 'position', 'url', 'depth', 'source'] as const),
    'sandbox',
  )
  const late = await client.query<{ id: string }>(recordSql, [...values])
  await findTurns(client, late.rows)
}

const recordSql = `
  WITH ranked AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::boolean[], $5::timestamptz[], $6::int[], $7::text[], $8::int[], $9::text[],
      $10::boolean[])
      AS r (keyword_id, epoch, domain_id, is_own, checked_at, position, url, depth, source, sandbox)),
  ${recordedSql}
  SELECT keyword_id AS id FROM late`

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
