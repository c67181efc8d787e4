import type { Pool } from 'pg'
import { type PageBytes, unpackPage } from '../../src/history/rules/packed-page.ts'

type Stored = PageBytes & { targetId: string; fetchedAt: Date; source: string; sandbox: boolean; depth: number }

/** All stored results pages with the ids of their targets, in the order of these. */
export async function storedPages(pool: Pool) {
  const { rows } = await pool.query<Stored>(
    `SELECT t.id AS "targetId", h.fetched_at AS "fetchedAt", h.source, h.sandbox, h.depth, h.hosts, h.details,
       h.base_hosts AS "baseHosts", h.base_details AS "baseDetails"
     FROM ranks.page_history h JOIN page_target t ON t.id = h.target_id ORDER BY t.id, h.fetched_at`,
  )
  return rows.map(({ hosts, details, baseHosts, baseDetails, ...row }) => {
    return { ...row, isDetailed: details !== null, ...unpackPage({ hosts, details, baseHosts, baseDetails }) }
  })
}
