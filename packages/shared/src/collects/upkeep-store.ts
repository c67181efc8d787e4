import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../service/transaction.ts'
import { bigint, text } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import { notify } from './job-store.ts'

const deleteReadingsOf = query(
  { id: bigint },
  `DELETE FROM collects.reading WHERE scope = $1 AND subject_id IN (
     SELECT subject_id FROM collects.reading WHERE scope = $1 ORDER BY subject_id LIMIT $2) RETURNING subject_id AS id`,
)
const lockRuns = query(
  { id: bigint },
  `SELECT s.id FROM collects.reading d JOIN collects.subject s ON s.id = d.subject_id
   WHERE d.scope = $1 AND s.due_at IS NOT NULL AND ($2 OR NOT d.scheduled) ORDER BY s.id FOR UPDATE OF s`,
)
const resumeWanted = query(
  { lane: text },
  `UPDATE collects.subject SET due_at = clock_timestamp(), priority = 0, line = NULL, tries = 0 WHERE id = ANY(ARRAY(
     SELECT s.id FROM collects.reading d JOIN collects.subject s ON s.id = d.subject_id
     WHERE d.scope = $1 AND d.wanted_at IS NOT NULL AND s.due_at IS NULL ORDER BY s.id FOR UPDATE OF s))
   RETURNING lane`,
)
const cancelUnread = statement(
  `UPDATE collects.subject s SET due_at = NULL, lease = NULL, lease_until = NULL WHERE id = ANY($1)
   AND NOT EXISTS (SELECT 1 FROM collects.reading d
     WHERE d.subject_id = s.id AND d.scope <> $2 AND (d.wanted_at IS NOT NULL OR d.scheduled))`,
)
// Locked first: no reading is added between the check and the deletion.
const lockSubjects = query({ id: bigint }, 'SELECT id FROM collects.subject WHERE id = ANY($1) ORDER BY id FOR UPDATE')
// Scalar subqueries: a join may read all readings for a part of the subjects.
const lockUnread = query(
  { id: bigint },
  `SELECT id FROM collects.subject s WHERE id = ANY($1)
     AND (SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id LIMIT 1) IS NULL
   ORDER BY id FOR UPDATE SKIP LOCKED`,
)
const partOf = (table: string) =>
  query({ id: bigint }, `SELECT id FROM collects.${table} WHERE id > $1 ORDER BY id LIMIT $2`)
const partOfSubjects = partOf('subject')
const partOfResults = partOf('result')
const deleteUnread = statement(
  `DELETE FROM collects.subject s WHERE id = ANY($1)
   AND NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id)`,
)
const keepReadings = statement('UPDATE collects.reading SET keep_seconds = NULL, expires_at = NULL WHERE scope = $1')
const deleteExpired = query(
  { subject: bigint, result: bigint.orNull },
  `DELETE FROM collects.reading WHERE expires_at < statement_timestamp() RETURNING subject_id AS subject, result_id AS result`,
)
const anyPlace = query(
  { subject: bigint, result: bigint },
  `SELECT coalesce(floor(random() * (SELECT max(id) FROM collects.subject)), 0)::bigint AS subject,
     coalesce(floor(random() * (SELECT max(id) FROM collects.result)), 0)::bigint AS result`,
)
const deleteUnreadResults = statement(
  `DELETE FROM collects.result r WHERE id = ANY($1)
   AND (SELECT 1 FROM collects.reading d WHERE d.result_id = r.id LIMIT 1) IS NULL
   AND (SELECT 1 FROM collects.subject s WHERE s.id = r.subject_id AND s.result_id = r.id) IS NULL`,
)
const deleteOldTurns = statement(
  `DELETE FROM collects.turn WHERE NOT waits AND last_at < statement_timestamp() - interval '1 day'`,
)
const tokensOwed = query(
  { token: text.filled },
  'SELECT token FROM collects.reading WHERE wanted_at IS NULL AND token IS NOT NULL',
)
const clearTokens = statement('UPDATE collects.reading SET token = NULL WHERE wanted_at IS NULL AND token = ANY($1)')

/** Deletes readings of a scope, at most `max`, with subjects that have no other reader; answers how many. */
export async function deleteReadings(client: PoolClient, scope: string, max: number | null = null): Promise<number> {
  const ended = await deleteReadingsOf.rows(client, [scope, max])
  const ids = ended.map(({ id }) => id)
  await lockSubjects.rows(client, [ids])
  await deleteUnread.run(client, [ids])
  return ids.length
}

/** Cancels the runs that this scope alone wants. */
export function cancelRuns(client: PoolClient, scope: string): Promise<void> {
  return cancel(client, scope, true)
}

/** Cancels what only this scope waits for, until `resumeRuns`. Scheduled runs keep their times. */
export function suspendRuns(client: PoolClient, scope: string): Promise<void> {
  return cancel(client, scope, false)
}

export async function resumeRuns(client: PoolClient, scope: string): Promise<void> {
  const resumed = await resumeWanted.rows(client, [scope])
  for (const lane of new Set(resumed.map((run) => run.lane))) await notify.run(client, [`due ${lane}`])
}

async function cancel(client: PoolClient, scope: string, withScheduled: boolean): Promise<void> {
  const ids = (await lockRuns.rows(client, [scope, withScheduled])).map(({ id }) => id)
  await cancelUnread.run(client, [ids, scope])
}

/** A person has claimed the guest's site: its readings no longer expire. */
export async function keepForGood(client: PoolClient, scope: string): Promise<void> {
  await keepReadings.run(client, [scope])
}

/** The last subject and the last result that a sweep looked at. */
export type Sweep = { subject: string; result: string }
/** Subjects, and results, of one round: sixty thousand an hour. */
const sweptAtOnce = 1_000

/** Anywhere: replicas that often restart would otherwise never reach the last ones. */
export function startOfSweep(pool: Pool): Promise<Sweep> {
  return anyPlace.require(pool)
}

/** Deletes expired readings with what they alone have read, and the next subjects and results without a reader. */
export async function sweep(pool: Pool, at: Sweep, max = sweptAtOnce): Promise<void> {
  const expired = await deleteExpired.rows(pool)
  const subjects = await nextOf(partOfSubjects, pool, at.subject, max)
  await inTransaction(pool, async (client) => {
    const unread = await lockUnread.rows(client, [[...subjects.ids, ...expired.map(({ subject }) => subject)]])
    await deleteUnread.run(client, [unread.map(({ id }) => id)])
  })
  const results = await nextOf(partOfResults, pool, at.result, max)
  await deleteUnreadResults.run(pool, [[...results.ids, ...expired.map(({ result }) => result)]])
  Object.assign(at, { subject: subjects.last, result: results.last })
}

async function nextOf(part: typeof partOfSubjects, pool: Pool, after: string, max: number) {
  const ids = (await part.rows(pool, [after, max])).map(({ id }) => id)
  return { ids, last: ids.length < max ? '0' : (ids.at(-1) ?? '0') }
}

export async function tidyTurns(pool: Pool): Promise<void> {
  await deleteOldTurns.run(pool)
}

/** Tokens of collects that no provider was called for. */
export async function owedTokens(pool: Pool): Promise<string[]> {
  return (await tokensOwed.rows(pool)).map(({ token }) => token)
}

export async function settleTokens(pool: Pool, tokens: readonly string[]): Promise<void> {
  await clearTokens.run(pool, [tokens])
}
