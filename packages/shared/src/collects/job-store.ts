import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

/** A subject that is leased to a worker. */
export type Claim = {
  id: string
  kind: string
  input: unknown
  lease: string
  tries: number
  progress: unknown
  payers: string[]
}

const leaseSeconds = 30

/** Leases due subjects of a lane to one worker. A try is counted when it begins, so that a job that kills its worker runs out of tries. */
export async function claim(pool: Pool, lane: string, free: number): Promise<Claim[]> {
  const claimed = await pool.query<Claim>(
    `WITH due AS (
       SELECT id FROM collects.subject
       WHERE lane = $1 AND due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until < clock_timestamp())
       ORDER BY priority, due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE collects.subject s SET lease = $3, lease_until = clock_timestamp() + $4 * interval '1 second', tries = tries + 1
     FROM due WHERE s.id = due.id
     RETURNING s.id, s.kind, s.input, s.lease, s.tries, s.progress, ARRAY(
       SELECT DISTINCT payer FROM collects.reading d WHERE d.subject_id = s.id AND (d.wanted_at IS NOT NULL OR d.scheduled)) AS payers`,
    [lane, free, randomUUID(), leaseSeconds],
  )
  return claimed.rows
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
