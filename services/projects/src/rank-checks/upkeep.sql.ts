import type { Database, Transaction } from '@rts/shared/service/transaction'

/** Creates the partitions from the month of `from` on. */
export async function ensurePartitions(db: Database, from: Date, months: number): Promise<void> {
  await db.query('SELECT ranks.ensure_partitions($1::date, $2)', [from.toISOString().slice(0, 10), months])
}

/** Locks the chore of page details and answers until when it is done; undefined if that is `before`, or another replica works on it. */
export async function lockDetails(tx: Transaction, before: Date): Promise<Date | undefined> {
  // The first run starts at the oldest page; only it scans all pages.
  await tx.query(
    `INSERT INTO ranks.chore (name, done_until)
     SELECT 'page details', coalesce(min(fetched_at), $1) FROM ranks.results_page
     WHERE NOT EXISTS (SELECT 1 FROM ranks.chore WHERE name = 'page details') HAVING NOT EXISTS
       (SELECT 1 FROM ranks.chore WHERE name = 'page details') ON CONFLICT DO NOTHING`,
    [before],
  )
  const held = await tx.query<{ doneUntil: Date }>(
    `SELECT done_until AS "doneUntil" FROM ranks.chore WHERE name = 'page details' AND done_until < $1 FOR UPDATE SKIP LOCKED`,
    [before],
  )
  return held.rows[0]?.doneUntil
}

/** Deletes the addresses and questions of the pages of a time, and stores how far it got; their hosts stay. */
export async function deleteDetails(tx: Transaction, from: Date, until: Date): Promise<void> {
  await tx.query(
    `UPDATE ranks.results_page SET urls = NULL, questions = NULL
     WHERE fetched_at >= $1 AND fetched_at < $2 AND (urls IS NOT NULL OR questions IS NOT NULL)`,
    [from, until],
  )
  await tx.query(`UPDATE ranks.chore SET done_until = $1 WHERE name = 'page details'`, [until])
}

/** Deletes rows that were deleted by their owner before `before`; a site after its keywords, so that it is a small step. */
export function sweepDeleted(
  db: Database,
  table: 'keyword' | 'tracked_domain' | 'site',
  before: Date,
  most: number,
): Promise<number> {
  const where = table === 'site' ? 'NOT EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = t.id)' : 'true'
  return sweep(
    db,
    `DELETE FROM ${table} WHERE id IN (
      SELECT t.id FROM ${table} t WHERE t.deleted_at < $1 AND ${where} ORDER BY t.deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  )
}

export function sweepKeywordsOfSites(db: Database, before: Date, most: number): Promise<number> {
  return sweep(
    db,
    `DELETE FROM keyword WHERE id IN (
      SELECT k.id FROM keyword k JOIN site s ON s.id = k.site_id WHERE s.deleted_at < $1 LIMIT $2)`,
    [before, most],
  )
}

export function sweepFailures(db: Database, before: Date, most: number): Promise<number> {
  return sweep(
    db,
    `DELETE FROM ranks.failed_check WHERE (keyword_id, epoch, checked_at) IN (
      SELECT keyword_id, epoch, checked_at FROM ranks.failed_check WHERE checked_at < $1 LIMIT $2)`,
    [before, most],
  )
}

async function sweep(db: Database, sql: string, values: [before: Date, most: number]): Promise<number> {
  return (await db.query(sql, values)).rowCount ?? 0
}
