import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../service/transaction.ts'
import type { AnyKind, Asker } from './kind.ts'
import { isFresh } from './state.ts'
import type { Version } from './view.ts'

/**
 * `fresh`: an existing result was given to the reader; `started`: a run is due or under way; `resting`: no provider is asked for now;
 * `twin`: a parallel call of the same reader came first, and the count belongs to that call.
 */
export type Asked = 'fresh' | 'started' | 'resting' | 'twin'
/** The day's count taken for this ask, null for one that is not counted, and the number of this reader's ask. */
export type Taken = { token: string | null; ask: number }

const guestKeepSeconds = 86_400

type SubjectRow = { id: string; resultId: string | null; isResting: boolean; now: Date }

/**
 * Gives the reader the newest result if it is fresh, else asks for a run on its behalf; without `taken` it asks for none. The
 * subject's row is locked, so that parallel asks are serialised.
 */
export function ask(pool: Pool, kind: AnyKind, input: unknown, asker: Asker, taken: Taken | null): Promise<Asked> {
  return inTransaction(pool, (client) => askIn(client, kind, input, asker, taken))
}

/** The same in a transaction of the caller's. */
export async function askIn(
  client: PoolClient,
  kind: AnyKind,
  input: unknown,
  asker: Asker,
  taken: Taken | null,
): Promise<Asked> {
  const subject = await lockSubject(client, kind, input)
  const isTwin = taken !== null && (await asksOf(client, asker, subject.id)) >= taken.ask
  const newest = await newestOf(client, subject)
  if (newest && isFresh(newest, kind.freshMs, subject.now)) {
    await giveVersion(client, asker, subject, newest.collectedAt)
    return isTwin ? 'twin' : 'fresh'
  }
  if (isTwin) return 'twin'
  if (subject.isResting || !taken) return 'resting'
  await want(client, asker, subject.id, taken)
  // A failed try keeps its pause, and a placed order its poll time. The line of this reader's account may be the shortest.
  await client.query(
    `UPDATE collects.subject SET priority = 0, line = NULL, due_at = CASE WHEN due_at IS NULL OR (tries = 0 AND progress IS NULL)
       THEN least(due_at, clock_timestamp()) ELSE due_at END WHERE id = $1`,
    [subject.id],
  )
  await client.query(`SELECT pg_notify('collects', $1)`, [`due ${kind.lane}`])
  return 'started'
}

async function lockSubject(client: PoolClient, kind: AnyKind, input: unknown): Promise<SubjectRow> {
  const locked = await client.query<SubjectRow>(
    `INSERT INTO collects.subject AS s (kind, key, input, lane) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, key) DO UPDATE SET kind = excluded.kind
     RETURNING id, result_id AS "resultId", coalesce(not_before > clock_timestamp(), false) AS "isResting", clock_timestamp() AS now`,
    [kind.name, kind.keyOf(input), JSON.stringify(input), kind.lane],
  )
  const [subject] = locked.rows
  if (!subject) throw new Error('an upsert answers its row')
  return subject
}

async function newestOf(client: PoolClient, { resultId }: SubjectRow) {
  if (resultId === null) return undefined
  const found = await client.query<Pick<Version, 'status' | 'collectedAt'>>(
    'SELECT status, collected_at AS "collectedAt" FROM collects.result WHERE id = $1',
    [resultId],
  )
  return found.rows[0]
}

async function giveVersion(client: PoolClient, asker: Asker, subject: SubjectRow, collectedAt: Date): Promise<void> {
  await client.query(
    `INSERT INTO collects.reading AS d (scope, subject_id, result_id, payer, keep_seconds, expires_at)
     VALUES ($1, $2, $3, $4, $5::int, $6::timestamptz + $5::int * interval '1 second')
     ON CONFLICT (scope, subject_id) DO UPDATE SET result_id = excluded.result_id, failure = NULL,
       keep_seconds = excluded.keep_seconds, expires_at = excluded.expires_at`,
    [asker.scope, subject.id, subject.resultId, asker.accountId, keepSeconds(asker), collectedAt],
  )
}

async function asksOf(client: PoolClient, { scope }: Asker, subjectId: string): Promise<number> {
  const found = await client.query<{ asks: number }>(
    'SELECT asks FROM collects.reading WHERE scope = $1 AND subject_id = $2',
    [scope, subjectId],
  )
  return found.rows[0]?.asks ?? 0
}

async function want(client: PoolClient, asker: Asker, subjectId: string, { token, ask }: Taken): Promise<void> {
  await client.query(
    `INSERT INTO collects.reading AS d (scope, subject_id, payer, asks, wanted_at, token, keep_seconds)
     VALUES ($1, $2, $3, $4, clock_timestamp(), $5, $6)
     ON CONFLICT (scope, subject_id) DO UPDATE SET payer = excluded.payer, asks = excluded.asks, wanted_at = excluded.wanted_at,
       token = excluded.token, failure = NULL, keep_seconds = excluded.keep_seconds`,
    [asker.scope, subjectId, asker.accountId, ask, token, keepSeconds(asker)],
  )
}

function keepSeconds({ plan }: Asker): number | null {
  return plan === 'guest' ? guestKeepSeconds : null
}
