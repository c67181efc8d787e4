import { randomUUID } from 'node:crypto'
import type { CompetitorRow } from '@rts/shared/contract/rows/rank'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'

/** The competitors of a site, oldest first. */
export async function listCompetitors(db: Database | Transaction, siteId: string): Promise<CompetitorRow[]> {
  const found = await db.query<CompetitorRow>(
    `SELECT id, domain FROM tracked_domain WHERE site_id = $1 AND kind = 'competitor' AND deleted_at IS NULL ORDER BY seq`,
    [siteId],
  )
  return found.rows
}

/** A new competitor, whose past is still to be filled. */
export async function insertCompetitor(
  tx: Transaction,
  siteId: string,
  domain: string,
  now: Date,
): Promise<CompetitorRow> {
  const competitor = { id: randomUUID(), domain }
  await tx.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since, past_seq) VALUES ($1, $2, $3, 'competitor', $4, 0)`,
    [competitor.id, siteId, domain, now],
  )
  return competitor
}

/** Checks no longer rank it, and lists no longer show it. Throws `not_found`. */
export async function deleteCompetitor(tx: Transaction, siteId: string, id: string, now: Date): Promise<void> {
  const removed = await tx.query(
    `UPDATE tracked_domain SET deleted_at = $3 WHERE id = $1 AND site_id = $2 AND kind = 'competitor' AND deleted_at IS NULL`,
    [id, siteId, now],
  )
  if (removed.rowCount !== 1) throw new AppError('not_found', 'No such competitor')
  await tx.query('DELETE FROM keyword_state WHERE domain_id = $1', [id])
}
