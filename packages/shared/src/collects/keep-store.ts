import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../service/transaction.ts'
import { bigint, text } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import { notify } from './job-store.ts'

export type Schedule = {
  kind: string
  key: string
  input: unknown
  lane: string
  scope: string
  payer: string
  dueAt: Date
}

const scheduleSubject = query(
  { id: bigint },
  `INSERT INTO collects.subject AS s (kind, key, input, lane, priority, due_at) VALUES ($1, $2, $3, $4, 1, $5)
   ON CONFLICT (kind, key) DO UPDATE SET due_at = coalesce(s.due_at, excluded.due_at) RETURNING id`,
)
const scheduleReading = statement(
  `INSERT INTO collects.reading (scope, subject_id, payer, scheduled) VALUES ($1, $2, $3, true)
   ON CONFLICT (scope, subject_id) DO UPDATE SET scheduled = true, payer = excluded.payer`,
)
const deleteReadings = query({ id: bigint }, 'DELETE FROM collects.reading WHERE scope = $1 RETURNING subject_id AS id')
// The rows are locked first, so that no reading is added between the check and the deletion.
const lockSubjects = query({ id: bigint }, 'SELECT id FROM collects.subject WHERE id = ANY($1) ORDER BY id FOR UPDATE')
const lockUnread = query(
  { id: bigint },
  `SELECT id FROM collects.subject s WHERE NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id)
   LIMIT 1000 FOR UPDATE SKIP LOCKED`,
)
const deleteUnread = statement(
  `DELETE FROM collects.subject s WHERE id = ANY($1)
   AND NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id)`,
)
const keepReadings = statement('UPDATE collects.reading SET keep_seconds = NULL, expires_at = NULL WHERE scope = $1')
const deleteExpired = statement('DELETE FROM collects.reading WHERE expires_at < clock_timestamp()')
const deleteUnreadResults = statement(
  `DELETE FROM collects.result r WHERE NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.result_id = r.id)
   AND NOT EXISTS (SELECT 1 FROM collects.subject s WHERE s.result_id = r.id)`,
)
const deleteOldTurns = statement(
  `DELETE FROM collects.turn WHERE NOT waits AND last_at < clock_timestamp() - interval '1 day'`,
)
const leaveDeadLines = statement(
  `UPDATE collects.subject s SET line = NULL WHERE s.due_at IS NOT NULL AND s.line IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM collects.turn t WHERE t.lane = s.lane AND t.account = s.line AND t.priority = s.priority AND t.waits)`,
)
const tokensOwed = query(
  { token: text.filled },
  'SELECT token FROM collects.reading WHERE wanted_at IS NULL AND token IS NOT NULL',
)
const clearTokens = statement('UPDATE collects.reading SET token = NULL WHERE wanted_at IS NULL AND token = ANY($1)')

/** Schedules a subject for a reader from `dueAt` on; each run says when the next one is due. Scheduled runs are not counted. */
export async function schedule(client: PoolClient, { scope, payer, dueAt, ...subject }: Schedule): Promise<void> {
  const { kind, key, input, lane } = subject
  const scheduled = await scheduleSubject.first(client, [kind, key, JSON.stringify(input), lane, dueAt])
  await scheduleReading.run(client, [scope, scheduled?.id, payer])
  await notify.run(client, [`due ${lane}`])
}

/** Deletes all readings of a scope in the transaction that deletes its site, and subjects without another reader; their runs are cancelled. */
export async function forget(client: PoolClient, scope: string): Promise<void> {
  const ended = await deleteReadings.rows(client, [scope])
  const ids = ended.map(({ id }) => id)
  await lockSubjects.rows(client, [ids])
  await deleteUnread.run(client, [ids])
}

/** Keeps a guest's readings for good: its site was claimed. */
export async function keepForGood(client: PoolClient, scope: string): Promise<void> {
  await keepReadings.run(client, [scope])
}

/** Deletes expired readings, and results and subjects without a reader. */
export async function sweep(pool: Pool): Promise<void> {
  await deleteExpired.run(pool)
  await inTransaction(pool, async (client) => {
    const unread = await lockUnread.rows(client)
    await deleteUnread.run(client, [unread.map(({ id }) => id)])
  })
  await deleteUnreadResults.run(pool)
}

/**
 * Forgets the turns of accounts that had none for a day. Runs in a line that gets no turn are lined up again: a release that knows no
 * lines left them.
 */
export async function tidyTurns(pool: Pool): Promise<void> {
  await deleteOldTurns.run(pool)
  await leaveDeadLines.run(pool)
}

/** Counts of the day to give back: their runs ended without a call to a provider. */
export async function owedTokens(pool: Pool): Promise<string[]> {
  return (await tokensOwed.rows(pool)).map(({ token }) => token)
}

/** Records that counts were given back. */
export async function settleTokens(pool: Pool, tokens: readonly string[]): Promise<void> {
  await clearTokens.run(pool, [tokens])
}
