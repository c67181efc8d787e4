import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../service/transaction.ts'
import { bigint, boolean, int, text, time } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import { traceparent } from '../traces/spans.ts'
import { notify } from './job-store.ts'
import type { AnyKind, Asker } from './kind.ts'
import { isFresh } from './state.ts'
import type { Version } from './view.ts'

/** `resting`: no provider is asked for now; `twin`: a parallel call of the same reader came first and is the one that counts. */
export type Asked = 'fresh' | 'started' | 'resting' | 'twin'
/** The token is null for an ask that is not counted; `ask` is its number for this reader. */
export type Taken = { token: string | null; ask: number }

const guestKeepSeconds = 86_400

const lockSubject = query(
  { id: bigint, resultId: bigint.orNull, isResting: boolean, now: time },
  `INSERT INTO collects.subject AS s (kind, key, input, lane) VALUES ($1, $2, $3, $4)
   ON CONFLICT (kind, key) DO UPDATE SET kind = excluded.kind
   RETURNING id, result_id AS "resultId", coalesce(not_before > clock_timestamp(), false) AS "isResting", clock_timestamp() AS now`,
)
const resultById = query(
  { status: text.of<Version['status']>(), collectedAt: time },
  'SELECT status, collected_at AS "collectedAt" FROM collects.result WHERE id = $1',
)
const asksOf = query({ asks: int }, 'SELECT asks FROM collects.reading WHERE scope = $1 AND subject_id = $2')
const giveVersion = statement(
  `INSERT INTO collects.reading AS d (scope, subject_id, result_id, payer, keep_seconds, expires_at)
   VALUES ($1, $2, $3, $4, $5::int, $6::timestamptz + $5::int * interval '1 second')
   ON CONFLICT (scope, subject_id) DO UPDATE SET result_id = excluded.result_id, failure = NULL,
     keep_seconds = excluded.keep_seconds, expires_at = excluded.expires_at`,
)
const want = statement(
  `INSERT INTO collects.reading AS d (scope, subject_id, payer, asks, wanted_at, token, keep_seconds)
   VALUES ($1, $2, $3, $4, clock_timestamp(), $5, $6)
   ON CONFLICT (scope, subject_id) DO UPDATE SET payer = excluded.payer, asks = excluded.asks, wanted_at = excluded.wanted_at,
     token = excluded.token, failure = NULL, keep_seconds = excluded.keep_seconds`,
)
const makeDue = statement(
  `UPDATE collects.subject SET priority = 0, line = NULL, due_at = CASE WHEN due_at IS NULL OR (tries = 0 AND progress IS NULL)
     THEN least(due_at, clock_timestamp()) ELSE due_at END WHERE id = $1`,
)

/**
 * Gives the reader a fresh result, or asks for a run on its behalf if there is `taken`. The locked row of the subject serialises asks.
 */
export function ask(pool: Pool, kind: AnyKind, input: unknown, asker: Asker, taken: Taken | null): Promise<Asked> {
  return inTransaction(pool, (client) => askIn(client, kind, input, asker, taken))
}

export async function askIn(
  client: PoolClient,
  kind: AnyKind,
  input: unknown,
  asker: Asker,
  taken: Taken | null,
): Promise<Asked> {
  const locked = await lockSubject.first(client, [kind.name, kind.keyOf(input), JSON.stringify(input), kind.lane])
  if (!locked) throw new Error('an upsert answers its row')
  const known = taken && (await asksOf.first(client, [asker.scope, locked.id]))
  const isTwin = taken !== null && (known?.asks ?? 0) >= taken.ask
  const keepSeconds = asker.plan === 'guest' ? guestKeepSeconds : null
  const newest = locked.resultId === null ? undefined : await resultById.first(client, [locked.resultId])
  if (newest && isFresh(newest, kind.freshMs, locked.now)) {
    const { scope, accountId } = asker
    await giveVersion.run(client, [scope, locked.id, locked.resultId, accountId, keepSeconds, newest.collectedAt])
    return isTwin ? 'twin' : 'fresh'
  }
  if (isTwin) return 'twin'
  if (locked.isResting || !taken) return 'resting'
  await want.run(client, [asker.scope, locked.id, asker.accountId, taken.ask, taken.token, keepSeconds])
  await makeDue.run(client, [locked.id])
  const trace = traceparent()
  await notify.run(client, [`due ${kind.lane}${trace === undefined ? '' : ` ${locked.id} ${trace}`}`])
  return 'started'
}
