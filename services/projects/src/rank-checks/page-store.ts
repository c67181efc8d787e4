import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import type { CompactPage } from './rules/positions.ts'

/** A results page fetched at `fetchedAt`, down to `depth` organic results. */
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

export type PageRequest = { keywordId: string; targetId: string; fetchedAt: Date }

/** The pages fetched at these times, by keyword; none for a keyword that already has that page's rank. */
export async function findPages(
  client: PoolClient,
  requests: readonly PageRequest[],
): Promise<Map<string, StoredPage>> {
  if (requests.length === 0) return new Map()
  const found = await client.query<PageRow>(
    `SELECT w.keyword_id, p.fetched_at, p.source, p.sandbox, p.depth, p.hosts, p.urls
     FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS w (keyword_id, target_id, fetched_at)
     JOIN keyword k ON k.id = w.keyword_id
     CROSS JOIN LATERAL (
       SELECT * FROM ranks.results_page r WHERE r.target_id = w.target_id AND r.fetched_at = w.fetched_at OFFSET 0) p
     WHERE NOT EXISTS (
       SELECT 1 FROM keyword_state s JOIN tracked_domain d ON d.id = s.domain_id
       WHERE s.keyword_id = k.id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL AND s.checked_at >= p.fetched_at)`,
    [...columns(requests, 'keywordId', 'targetId', 'fetchedAt')],
  )
  return new Map(found.rows.map((row) => [row.keyword_id, toPage(row)]))
}

function toPage(row: PageRow): StoredPage {
  const { fetched_at: fetchedAt, source, sandbox, depth, hosts } = row
  return { fetchedAt, source, sandbox, depth, hosts, urls: row.urls ?? [] }
}
