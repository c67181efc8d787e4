import type { Pool, PoolClient } from 'pg'
import type { Failure } from '../failure.ts'
import { inTransaction } from '../service/transaction.ts'
import type { Claim } from './job-store.ts'
import type { AnyKind, Outcome } from './kind.ts'
import { afterFailure } from './state.ts'

type Brought = Extract<Outcome<unknown>, { state: 'ready' | 'partial' }>

/**
 * Records the outcome of a run in one transaction and notifies the waiting calls. A run that lost its lease changes nothing.
 * Answers the tokens of the day's counts to give back.
 */
export function finish(pool: Pool, claim: Claim, outcome: Outcome<unknown>, kind: AnyKind): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    const held = await client.query<{ now: Date }>(
      'SELECT clock_timestamp() AS now FROM collects.subject WHERE id = $1 AND lease = $2 FOR UPDATE',
      [claim.id, claim.lease],
    )
    const [row] = held.rows
    if (!row) return []
    switch (outcome.state) {
      case 'ready':
      case 'partial':
        await keep(client, claim.id, outcome, nextDueAt(kind, claim, row.now))
        return []
      case 'waiting':
        await setDue(client, claim.id, outcome.pollAt, { progress: outcome.progress })
        return []
      case 'failed':
        return fail(client, claim, outcome.failure, kind, row.now)
    }
  })
}

/** The time of the next scheduled run; null where the kind has none. */
function nextDueAt(kind: AnyKind, { input }: Claim, now: Date): Date | null {
  const parsed = kind.input.safeParse(input)
  return parsed.success ? (kind.nextDueAt?.(parsed.data, now) ?? null) : null
}

async function keep(client: PoolClient, subjectId: string, brought: Brought, scheduledAt: Date | null): Promise<void> {
  const { state, reason = null, sources, sandbox, costUsd, body } = brought
  const made = await client.query<{ id: string }>(
    `INSERT INTO collects.result (subject_id, status, reason, sources, sandbox, cost_usd, collected_at, body)
     VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp(), $7) RETURNING id`,
    [subjectId, state, reason, sources, sandbox, costUsd, JSON.stringify(body)],
  )
  const resultId = made.rows[0]?.id
  await client.query(
    `UPDATE collects.reading SET result_id = $2, wanted_at = NULL, token = NULL, failure = NULL,
       expires_at = clock_timestamp() + keep_seconds * interval '1 second'
     WHERE subject_id = $1 AND (wanted_at IS NOT NULL OR scheduled)`,
    [subjectId, resultId],
  )
  await client.query('UPDATE collects.subject SET result_id = $2, not_before = NULL WHERE id = $1', [
    subjectId,
    resultId,
  ])
  await rest(client, subjectId, brought.nextDueAt ?? scheduledAt)
  await client.query(
    `DELETE FROM collects.result r WHERE r.subject_id = $1 AND r.id <> $2
     AND NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.result_id = r.id)`,
    [subjectId, resultId],
  )
}

async function fail(client: PoolClient, claim: Claim, failure: Failure, kind: AnyKind, now: Date): Promise<string[]> {
  const { id, tries } = claim
  const next = afterFailure(failure, tries, kind.retryMs, now)
  if (next.state === 'again') {
    await setDue(client, id, next.at, { tries })
    return []
  }
  await client.query('UPDATE collects.subject SET not_before = $2 WHERE id = $1', [id, next.until])
  await rest(client, id, nextDueAt(kind, claim, now))
  // A count stays on its reading until it is given back, so that a killed process loses none.
  const left = await client.query<{ token: string | null }>(
    `UPDATE collects.reading SET wanted_at = NULL, failure = $2, token = CASE WHEN $3 THEN NULL ELSE token END
     WHERE subject_id = $1 AND (wanted_at IS NOT NULL OR scheduled) RETURNING token`,
    [id, failure.kind, failure.asked],
  )
  return left.rows.flatMap(({ token }) => token ?? [])
}

/** No reader wants it now; scheduled readings make it due again at their time. */
async function rest(client: PoolClient, subjectId: string, nextDueAt: Date | null): Promise<void> {
  await client.query(
    `UPDATE collects.subject s SET lease = NULL, lease_until = NULL, tries = 0, progress = NULL, priority = 1,
       due_at = CASE WHEN EXISTS (SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id AND d.scheduled) THEN $2::timestamptz END
     WHERE id = $1`,
    [subjectId, nextDueAt],
  )
  await client.query(`SELECT pg_notify('collects', $1)`, [`done ${subjectId}`])
}

/** Polling an order is not a try; a failure is. */
async function setDue(
  client: PoolClient,
  subjectId: string,
  at: Date,
  { tries = null, progress }: { tries?: number | null; progress?: unknown },
): Promise<void> {
  await client.query(
    `UPDATE collects.subject SET due_at = $2, lease = NULL, lease_until = NULL, tries = coalesce($3, tries - 1),
       progress = coalesce($4, progress) WHERE id = $1`,
    [subjectId, at, tries, progress === undefined ? null : JSON.stringify(progress)],
  )
}
