import { columns } from '@rts/shared/service/columns'
import { refusalOf } from '@rts/shared/service/database-errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, json, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { CheckedPage } from '../history/history.sql.ts'
import { holdPages } from '../queue/queue.sql.ts'

export type Unstored = { keywordId: string; reason: string }
const kept = {
  targetId: text,
  siteId: text,
  epoch: int,
  dueAt: time.orNull,
  /** How deep its keyword reads the page; null for all of it. */
  depth: int.orNull,
  page: json.of<Omit<CheckedPage, 'fetchedAt'>>(),
  checkedAt: time,
}

const due = query(
  { id: text },
  'SELECT keyword_id AS id FROM ranks.unstored_check WHERE retry_at <= $1 ORDER BY retry_at, keyword_id LIMIT $2',
)
const makeAllDue = statement('UPDATE ranks.unstored_check SET retry_at = $1 WHERE retry_at > $1')
const postpone = statement(
  `UPDATE ranks.unstored_check SET tries = tries + 1, reason = $2,
     retry_at = $3::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ least(tries, 6)) WHERE keyword_id = $1`,
)
const deleteOne = statement('DELETE FROM ranks.unstored_check WHERE keyword_id = $1')
export const maxCounted = 1_000
const countSome = query(
  { n: int },
  `SELECT count(*)::int AS n FROM (SELECT FROM ranks.unstored_check LIMIT ${maxCounted}) u`,
)
const insert = statement(
  `INSERT INTO ranks.unstored_check (keyword_id, target_id, reason, page, checked_at, retry_at, depth)
   SELECT id, target_id, reason, $4, $5, $5::timestamptz + interval '1 minute', depth
   FROM unnest($1::text[], $2::text[], $3::text[], $6::int[]) AS u (id, target_id, reason, depth) ON CONFLICT DO NOTHING`,
)
const markFailed = statement(
  `UPDATE keyword k SET last_check_status = 'failed', last_check_at = $3, last_check_error = 'storage', due_at = u.due
   FROM unnest($1::text[], $2::timestamptz[]) AS u (id, due) WHERE k.id = u.id`,
)
const holdSiteOf = statement('SELECT FROM site WHERE id = (SELECT site_id FROM keyword WHERE id = $1) FOR SHARE')
const pageOf = query(
  { targetId: text },
  'SELECT target_id AS "targetId" FROM ranks.unstored_check WHERE keyword_id = $1',
)
const lock = query(
  kept,
  `SELECT ${selectList(kept, 'u', { siteId: 'k.site_id', epoch: 'k.epoch', dueAt: 'k.due_at' })}
   FROM ranks.unstored_check u JOIN keyword k ON k.id = u.keyword_id
   WHERE u.keyword_id = $1 AND u.retry_at <= $2 FOR UPDATE OF u SKIP LOCKED`,
)
const begin = statement('SAVEPOINT piece')
const accept = statement('RELEASE SAVEPOINT piece')
const undo = statement('ROLLBACK TO SAVEPOINT piece')

/** The keywords whose kept checks are to be tried now, those that wait longest first. */
export async function listDueUnstored(db: Database, now: Date, take: number): Promise<string[]> {
  return (await due.rows(db, [now, take])).map(({ id }) => id)
}

/** Makes all kept checks due: a new release may store what the one before could not. */
export async function hastenUnstored(db: Database, now: Date): Promise<void> {
  await makeAllDue.run(db, [now])
}

/** Notes a failed try; the next ones are a minute later, then twice as long each time, and hourly in the end. */
export async function postponeUnstored(db: Database, { keywordId, reason }: Unstored, now: Date): Promise<void> {
  await postpone.run(db, [keywordId, reason, now])
}

export async function deleteUnstored(tx: Transaction, keywordId: string): Promise<void> {
  await deleteOne.run(tx, [keywordId])
}

export async function countUnstored(db: Database): Promise<number> {
  return (await countSome.first(db))?.n ?? 0
}

/** Keeps a page for keywords, and shows them that their check could not be stored, unless the database refuses that too. */
export async function insertUnstored(
  tx: Transaction,
  page: CheckedPage,
  unstored: readonly (Unstored & { targetId: string; dueAt: Date; depth: number })[],
): Promise<void> {
  if (unstored.length === 0) return
  const fields = columns(unstored, 'keywordId', 'targetId', 'reason')
  const depths = columns(unstored, 'depth')
  await insert.run(tx, [...fields, JSON.stringify(page), page.fetchedAt, ...depths])
  await refusedIn(tx, () => markFailed.run(tx, [...columns(unstored, 'keywordId', 'dueAt'), page.fetchedAt]))
}

/** Locks a kept check that is due, after its site and its page, as everywhere; another replica that has it keeps it. */
export async function lockUnstored(tx: Transaction, keywordId: string, now: Date) {
  await holdSiteOf.run(tx, [keywordId])
  await holdPages(tx, await pageOf.rows(tx, [keywordId]))
  return lock.first(tx, [keywordId, now])
}

/** Why the database refuses a piece of work, which then leaves nothing; null if it does not. */
export async function refusedIn(tx: Transaction, work: () => Promise<unknown>): Promise<string | null> {
  await begin.run(tx)
  try {
    await work()
    await accept.run(tx)
    return null
  } catch (error) {
    const reason = refusalOf(error)
    if (!reason) throw error
    await undo.run(tx)
    return reason
  }
}
