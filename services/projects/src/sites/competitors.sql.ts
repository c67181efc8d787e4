import { randomUUID } from 'node:crypto'
import type { CompetitorRow } from '@rts/shared/contract/rows/rank'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type Columns, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const competitor: Columns<CompetitorRow> = { id: text, domain: text }

const competitorsOfSite = query(
  competitor,
  `SELECT id, domain FROM tracked_domain WHERE site_id = $1 AND kind = 'competitor' AND deleted_at IS NULL ORDER BY seq`,
)
const insert = statement(
  `INSERT INTO tracked_domain (id, site_id, domain, kind, since, past_seq) VALUES ($1, $2, $3, 'competitor', $4, 0)`,
)
const markDeleted = statement(
  `UPDATE tracked_domain SET deleted_at = $3 WHERE id = $1 AND site_id = $2 AND kind = 'competitor' AND deleted_at IS NULL`,
)
const deleteStates = statement('DELETE FROM keyword_state WHERE domain_id = $1')

export function listCompetitors(db: Database | Transaction, siteId: string): Promise<CompetitorRow[]> {
  return competitorsOfSite.rows(db, [siteId])
}

/** A new competitor, whose past is still to be filled. */
export async function insertCompetitor(tx: Transaction, siteId: string, domain: string, now: Date) {
  const id = randomUUID()
  await insert.run(tx, [id, siteId, domain, now])
  return { id, domain }
}

/** Checks no longer rank it, and lists no longer show it. Throws `not_found`. */
export async function deleteCompetitor(tx: Transaction, siteId: string, id: string, now: Date): Promise<void> {
  const removed = await markDeleted.run(tx, [id, siteId, now])
  if (removed !== 1) throw new AppError('not_found', 'No such competitor')
  await deleteStates.run(tx, [id])
}
