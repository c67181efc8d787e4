import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../service/transaction.ts'

export type Wish = {
  kind: string
  key: string
  input: unknown
  lane: string
  scope: string
  payer: string
  dueAt: Date
}

/** Schedules a subject for a reader from `dueAt` on; each run says when the next one is due. Scheduled runs are not counted. */
export async function schedule(client: PoolClient, wish: Wish): Promise<void> {
  const subject = await client.query<{ id: string }>(
    `INSERT INTO collects.subject AS s (kind, key, input, lane, priority, due_at) VALUES ($1, $2, $3, $4, 1, $5)
     ON CONFLICT (kind, key) DO UPDATE SET due_at = coalesce(s.due_at, excluded.due_at) RETURNING id`,
    [wish.kind, wish.key, JSON.stringify(wish.input), wish.lane, wish.dueAt],
  )
  await client.query(
    `INSERT INTO collects.reading (scope, subject_id, payer, scheduled) VALUES ($1, $2, $3, true)
     ON CONFLICT (scope, subject_id) DO UPDATE SET scheduled = true, payer = excluded.payer`,
    [wish.scope, subject.rows[0]?.id, wish.payer],
  )
  await client.query(`SELECT pg_notify('collects', $1)`, [`due ${wish.lane}`])
}

/** Deletes all readings of a scope in the transaction that deletes its site, and subjects without another reader; their runs are cancelled. */
export async function forget(client: PoolClient, scope: string): Promise<void> {
  const ended = await client.query<{ id: string }>(
    'DELETE FROM collects.reading WHERE scope = $1 RETURNING subject_id AS id',
    [scope],
  )
  const ids = ended.rows.map(({ id }) => id)
  await client.query('SELECT 1 FROM collects.subject WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids])
  await deleteUnread(client, ids)
}

/** The rows are locked first, so that no reading is added between the check and the deletion. */
async function deleteUnread(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query(
    `DELETE FROM collects.subject s WHERE id = ANY($1)
     AND NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id)`,
    [ids],
  )
}

/** Keeps a guest's readings for good: its site was claimed. */
export async function keepForGood(client: PoolClient, scope: string): Promise<void> {
  await client.query('UPDATE collects.reading SET keep_seconds = NULL, expires_at = NULL WHERE scope = $1', [scope])
}

/** Deletes expired readings, and results and subjects without a reader. */
export async function sweep(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM collects.reading WHERE expires_at < clock_timestamp()')
  await inTransaction(pool, async (client) => {
    const unread = await client.query<{ id: string }>(
      `SELECT id FROM collects.subject s WHERE NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id)
       LIMIT 1000 FOR UPDATE SKIP LOCKED`,
    )
    await deleteUnread(
      client,
      unread.rows.map(({ id }) => id),
    )
  })
  await pool.query(
    `DELETE FROM collects.result r WHERE NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.result_id = r.id)
     AND NOT EXISTS (SELECT 1 FROM collects.subject s WHERE s.result_id = r.id)`,
  )
}

/**
 * Forgets the turns of accounts that had none for a day. Runs in a line that gets no turn are lined up again: a release that knows no
 * lines left them.
 */
export async function tidyTurns(pool: Pool): Promise<void> {
  await pool.query(`DELETE FROM collects.turn WHERE NOT waits AND last_at < clock_timestamp() - interval '1 day'`)
  await pool.query(
    `UPDATE collects.subject s SET line = NULL WHERE s.due_at IS NOT NULL AND s.line IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM collects.turn t WHERE t.lane = s.lane AND t.account = s.line AND t.priority = s.priority AND t.waits)`,
  )
}

/** Counts of the day to give back: their runs ended without a call to a provider. */
export async function owedTokens(pool: Pool): Promise<string[]> {
  const owed = await pool.query<{ token: string }>(
    'SELECT token FROM collects.reading WHERE wanted_at IS NULL AND token IS NOT NULL',
  )
  return owed.rows.map(({ token }) => token)
}

/** Records that counts were given back. */
export async function settleTokens(pool: Pool, tokens: readonly string[]): Promise<void> {
  await pool.query('UPDATE collects.reading SET token = NULL WHERE wanted_at IS NULL AND token = ANY($1)', [tokens])
}
