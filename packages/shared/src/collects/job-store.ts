import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

/** A subject that is leased to a worker. */
export type Claim = {
  id: string
  kind: string
  lane: string
  /** The account whose turn it was. */
  account: string
  input: unknown
  lease: string
  tries: number
  progress: unknown
  payers: string[]
}

const leaseSeconds = 30

/** Leases due subjects of a lane to one worker: one of each account in turn, first of those that somebody waits for (`collects.claim`). */
export async function claim(pool: Pool, lane: string, free: number): Promise<Claim[]> {
  const lease = randomUUID()
  const claimed = await pool.query<Omit<Claim, 'lane' | 'lease'>>(
    `SELECT * FROM collects.claim($1, $2, $3, $4 * interval '1 second')`,
    [lane, free, lease, leaseSeconds],
  )
  return claimed.rows.map((row) => ({ ...row, lane, lease }))
}

/** Whether another account, for which somebody waits, is to have a turn in the lane before the account of this job has its next one. */
export async function isAnothersTurn(pool: Pool, { lane, account }: Claim): Promise<boolean> {
  await pool.query('SELECT collects.line_up($1)', [lane])
  const found = await pool.query(
    `SELECT 1 FROM collects.turn WHERE lane = $1 AND priority = 0 AND waits AND account <> $2
     AND last_at < (SELECT max(last_at) FROM collects.turn WHERE lane = $1 AND account = $2) LIMIT 1`,
    [lane, account],
  )
  return found.rows.length > 0
}

/** Extends leases that are still held and still wanted by a reader; answers those jobs. */
export async function extend(pool: Pool, jobs: readonly Claim[]): Promise<ReadonlySet<Claim>> {
  const kept = await pool.query<{ id: string }>(
    `UPDATE collects.subject s SET lease_until = clock_timestamp() + $3 * interval '1 second'
     FROM unnest($1::bigint[], $2::uuid[]) AS held (id, lease)
     WHERE s.id = held.id AND s.lease = held.lease AND EXISTS (
       SELECT 1 FROM collects.reading d WHERE d.subject_id = s.id AND (d.wanted_at IS NOT NULL OR d.scheduled))
     RETURNING s.id`,
    [...idsAndLeases(jobs), leaseSeconds],
  )
  const ids = new Set(kept.rows.map(({ id }) => id))
  return new Set(jobs.filter(({ id }) => ids.has(id)))
}

/** Returns leases without counting a try. */
export async function release(pool: Pool, jobs: readonly Claim[]): Promise<void> {
  await pool.query(
    `UPDATE collects.subject s SET lease = NULL, lease_until = NULL, tries = tries - 1
     FROM unnest($1::bigint[], $2::uuid[]) AS held (id, lease) WHERE s.id = held.id AND s.lease = held.lease`,
    idsAndLeases(jobs),
  )
}

/** Stores a run's progress while it holds its lease. */
export async function note(pool: Pool, { id, lease }: Claim, progress: unknown): Promise<void> {
  await pool.query('UPDATE collects.subject SET progress = $3 WHERE id = $1 AND lease = $2', [
    id,
    lease,
    JSON.stringify(progress),
  ])
}

function idsAndLeases(jobs: readonly Claim[]): [string[], string[]] {
  return [jobs.map(({ id }) => id), jobs.map(({ lease }) => lease)]
}
