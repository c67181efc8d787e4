import type { Pool, PoolClient } from 'pg'
import type { Failure } from '../failure.ts'
import { inTransaction } from '../service/transaction.ts'
import { bigint, text, time } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import { type Claim, notify } from './job-store.ts'
import type { AnyKind, Outcome } from './kind.ts'
import { afterFailure } from './state.ts'

type Brought = Extract<Outcome<unknown>, { state: 'ready' | 'partial' }>

/** Until the fact that a site is frozen cancels it, such a run is looked at each minute. */
const heldMs = 60_000

const holdLease = query(
  { now: time },
  'SELECT clock_timestamp() AS now FROM collects.subject WHERE id = $1 AND lease = $2 FOR UPDATE',
)
const insertResult = query(
  { id: bigint },
  `INSERT INTO collects.result (subject_id, status, reason, sources, sandbox, cost_usd, collected_at, body)
   VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp(), $7) RETURNING id`,
)
const giveResult = statement(
  `UPDATE collects.reading SET result_id = $2, wanted_at = NULL, token = NULL, failure = NULL,
     expires_at = clock_timestamp() + keep_seconds * interval '1 second'
   WHERE subject_id = $1 AND (wanted_at IS NOT NULL OR scheduled)`,
)
const setResult = statement('UPDATE collects.subject SET result_id = $2, not_before = NULL WHERE id = $1')
const deleteUnread = statement(
  `DELETE FROM collects.result r WHERE r.subject_id = $1 AND r.id <> $2
   AND NOT EXISTS (SELECT 1 FROM collects.reading d WHERE d.result_id = r.id)`,
)
const setPause = statement('UPDATE collects.subject SET not_before = $2 WHERE id = $1')
// A count stays on its reading until it is given back: a killed process loses none.
const failReadings = query(
  { token: text.orNull },
  `UPDATE collects.reading SET wanted_at = NULL, failure = $2, token = CASE WHEN $3 THEN NULL ELSE token END
   WHERE subject_id = $1 AND (wanted_at IS NOT NULL OR scheduled) RETURNING token`,
)
const setResting = statement(
  `UPDATE collects.subject s SET lease = NULL, lease_until = NULL, tries = 0, progress = NULL, priority = 1,
     due_at = CASE WHEN EXISTS (SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id AND d.scheduled) THEN $2::timestamptz END
   WHERE id = $1`,
)
// Polling an order is not a try; a failure is.
const setDue = statement(
  `UPDATE collects.subject SET due_at = $2, lease = NULL, lease_until = NULL, tries = coalesce($3, tries - 1),
     progress = coalesce($4, progress) WHERE id = $1`,
)

/** Records the outcome of a run that still has its lease and notifies the waiting calls; answers the tokens of counts to give back. */
export function finish(pool: Pool, claim: Claim, outcome: Outcome<unknown>, kind: AnyKind): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    const held = await holdLease.first(client, [claim.id, claim.lease])
    if (!held) return []
    switch (outcome.state) {
      case 'ready':
      case 'partial':
        await keep(client, claim.id, outcome, nextDueAt(kind, claim, held.now))
        return []
      case 'waiting':
        await setDue.run(client, [
          claim.id,
          outcome.pollAt,
          null,
          outcome.progress === undefined ? null : JSON.stringify(outcome.progress),
        ])
        return []
      case 'held':
        if (outcome.isWanted) await setDue.run(client, [claim.id, new Date(held.now.getTime() + heldMs), null, null])
        else await rest(client, claim.id, nextDueAt(kind, claim, held.now))
        return []
      case 'failed':
        return fail(client, claim, outcome.failure, kind, held.now)
    }
  })
}

function nextDueAt(kind: AnyKind, { input }: Claim, now: Date): Date | null {
  const parsed = kind.input.safeParse(input)
  return parsed.success ? (kind.nextDueAt?.(parsed.data, now) ?? null) : null
}

async function keep(client: PoolClient, subjectId: string, brought: Brought, scheduledAt: Date | null): Promise<void> {
  const { state, reason = null, sources, sandbox, costUsd, body } = brought
  const values = [subjectId, state, reason, sources, sandbox, costUsd, JSON.stringify(body)]
  const ids = [subjectId, (await insertResult.first(client, values))?.id]
  await giveResult.run(client, ids)
  await setResult.run(client, ids)
  await rest(client, subjectId, brought.nextDueAt ?? scheduledAt)
  await deleteUnread.run(client, ids)
}

async function fail(client: PoolClient, claim: Claim, failure: Failure, kind: AnyKind, now: Date): Promise<string[]> {
  const { id, tries } = claim
  const next = afterFailure(failure, tries, kind.retryMs, now)
  if (next.state === 'again') {
    await setDue.run(client, [id, next.at, tries, null])
    return []
  }
  await setPause.run(client, [id, next.until])
  await rest(client, id, nextDueAt(kind, claim, now))
  const left = await failReadings.rows(client, [id, failure.kind, failure.asked])
  return left.flatMap(({ token }) => token ?? [])
}

/** Without a reader; scheduled readings make it due again at their time. */
async function rest(client: PoolClient, subjectId: string, nextDueAt: Date | null): Promise<void> {
  await setResting.run(client, [subjectId, nextDueAt])
  await notify.run(client, [`done ${subjectId}`])
}
