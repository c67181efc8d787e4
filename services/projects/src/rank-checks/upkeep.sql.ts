import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const createPartitions = query({ created: int }, 'SELECT ranks.ensure_partitions($1::date, $2) AS created')
// The first run starts at the oldest page; only it scans all pages.
const insertChore = statement(
  `INSERT INTO ranks.chore (name, done_until)
   SELECT 'page details', coalesce(min(fetched_at), $1) FROM ranks.results_page
   WHERE NOT EXISTS (SELECT 1 FROM ranks.chore WHERE name = 'page details') HAVING NOT EXISTS
     (SELECT 1 FROM ranks.chore WHERE name = 'page details') ON CONFLICT DO NOTHING`,
)
const lockChore = query(
  { doneUntil: time },
  `SELECT done_until AS "doneUntil" FROM ranks.chore WHERE name = 'page details' AND done_until < $1 FOR UPDATE SKIP LOCKED`,
)
const clearDetails = statement(
  `UPDATE ranks.results_page SET urls = NULL, questions = NULL
   WHERE fetched_at >= $1 AND fetched_at < $2 AND (urls IS NOT NULL OR questions IS NOT NULL)`,
)
const storeProgress = statement(`UPDATE ranks.chore SET done_until = $1 WHERE name = 'page details'`)

/** Deletes rows that their owner deleted before `$1`, at most `$2`. */
const sweepOf = (table: string, where = 'true') =>
  statement(
    `DELETE FROM ${table} WHERE id IN (
      SELECT t.id FROM ${table} t WHERE t.deleted_at < $1 AND ${where} ORDER BY t.deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  )
const sweepKeywordsOfSites = statement(
  `DELETE FROM keyword WHERE id IN (
    SELECT k.id FROM keyword k JOIN site s ON s.id = k.site_id WHERE s.deleted_at < $1 LIMIT $2)`,
)
/** A site after its keywords, so that it is a small step. */
const sweepsOfDeleted = [
  sweepOf('keyword'),
  sweepOf('tracked_domain'),
  sweepKeywordsOfSites,
  sweepOf('site', 'NOT EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = t.id)'),
]
const sweepOldFailures = statement(
  `DELETE FROM ranks.failed_check WHERE (keyword_id, epoch, checked_at) IN (
    SELECT keyword_id, epoch, checked_at FROM ranks.failed_check WHERE checked_at < $1 LIMIT $2)`,
)

export async function ensurePartitions(db: Database, from: Date, months: number): Promise<void> {
  await createPartitions.run(db, [from.toISOString().slice(0, 10), months])
}

/** Locks the chore of page details and answers until when it is done; undefined if that is `before`, or another replica works on it. */
export async function lockDetails(tx: Transaction, before: Date): Promise<Date | undefined> {
  await insertChore.run(tx, [before])
  return (await lockChore.first(tx, [before]))?.doneUntil
}

/** Deletes the addresses and questions of the pages of a time, and stores how far it got; their hosts stay. */
export async function deleteDetails(tx: Transaction, from: Date, until: Date): Promise<void> {
  await clearDetails.run(tx, [from, until])
  await storeProgress.run(tx, [until])
}

/** Deletions of rows that their owners deleted before a time, in their order; each call deletes at most `most` rows. */
export const sweepDeleted = sweepsOfDeleted.map(
  (sweep) => (db: Database, before: Date, most: number) => sweep.run(db, [before, most]),
)

export function sweepFailures(db: Database, before: Date, most: number): Promise<number> {
  return sweepOldFailures.run(db, [before, most])
}
