import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { columns } from '../service/columns.ts'
import { bigint, boolean, int, json, type RowOf, text, texts } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'

const claimed = { id: bigint, kind: text, input: json, tries: int, progress: json, account: text, payers: texts }
/** `account` is the one whose turn it was. */
export type Claim = RowOf<typeof claimed> & { lane: string; lease: string }

const leaseSeconds = 30

const claimDue = query(claimed, `SELECT * FROM collects.claim($1, $2, $3, $4 * interval '1 second')`)
const lineUp = statement('SELECT collects.line_up($1)')
const nextTurn = query(
  { account: text },
  `SELECT account FROM collects.turn WHERE lane = $1 AND priority = 0 AND waits AND account <> $2
   AND last_at < (SELECT max(last_at) FROM collects.turn WHERE lane = $1 AND account = $2) LIMIT 1`,
)
const extendLeases = query(
  { id: bigint },
  `UPDATE collects.subject s SET lease_until = clock_timestamp() + $3 * interval '1 second'
   FROM unnest($1::bigint[], $2::uuid[]) AS held (id, lease)
   WHERE s.id = held.id AND s.lease = held.lease AND EXISTS (
     SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id AND (d.wanted_at IS NOT NULL OR d.scheduled))
   RETURNING s.id`,
)
const releaseLeases = statement(
  `UPDATE collects.subject s SET lease = NULL, lease_until = NULL, tries = tries - 1
   FROM unnest($1::bigint[], $2::uuid[]) AS held (id, lease) WHERE s.id = held.id AND s.lease = held.lease`,
)
const readersOfSubject = query(
  { scope: text, isWaiting: boolean },
  `SELECT scope, wanted_at IS NOT NULL AS "isWaiting" FROM collects.reading
   WHERE subject_id = $1 AND (wanted_at IS NOT NULL OR scheduled) ORDER BY wanted_at NULLS LAST`,
)
const setProgress = statement('UPDATE collects.subject SET progress = $3 WHERE id = $1 AND lease = $2')
/** Tells all replicas: `due LANE` wakes workers, with `SUBJECT TRACE` if a trace asks; `done SUBJECT` the calls that wait for it. */
export const notify = statement(`SELECT pg_notify('collects', $1)`)

/** Leases due subjects of a lane: one of each account in turn, first of those that a call waits for (`collects.claim`). */
export async function claim(pool: Pool, lane: string, free: number): Promise<Claim[]> {
  const lease = randomUUID()
  const rows = await claimDue.rows(pool, [lane, free, lease, leaseSeconds])
  return rows.map((row) => ({ ...row, lane, lease }))
}

/** Who wants a run: the scopes of its readings, and whether each waits for it or has it by a schedule. */
export function readersOf(pool: Pool, id: string) {
  return readersOfSubject.rows(pool, [id])
}

/** Whether another account, for which a call waits, comes before the next turn of this job's account. */
export async function isAnothersTurn(pool: Pool, { lane, account }: Claim): Promise<boolean> {
  await lineUp.run(pool, [lane])
  return (await nextTurn.first(pool, [lane, account])) !== undefined
}

export async function extend(pool: Pool, jobs: readonly Claim[]): Promise<ReadonlySet<Claim>> {
  const kept = await extendLeases.rows(pool, [...columns(jobs, 'id', 'lease'), leaseSeconds])
  const ids = new Set(kept.map(({ id }) => id))
  return new Set(jobs.filter(({ id }) => ids.has(id)))
}

export async function release(pool: Pool, jobs: readonly Claim[]): Promise<void> {
  await releaseLeases.run(pool, columns(jobs, 'id', 'lease'))
}

export async function note(pool: Pool, { id, lease }: Claim, progress: unknown): Promise<void> {
  await setProgress.run(pool, [id, lease, JSON.stringify(progress)])
}
