import type { Pool } from 'pg'
import { hourMs } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { type Loop, startLoop } from '../loops/loop.ts'
import { statement } from '../sql/statement.ts'

const batchSize = 500

// Each version carries the full state: a consumer that was down for long needs only the newest.
const deleteSuperseded = statement(`DELETE FROM facts.delivery WHERE id IN (
  SELECT d.id FROM facts.delivery d JOIN facts.event e ON e.id = d.event_id
  WHERE d.done_at IS NULL AND (d.lease_until IS NULL OR d.lease_until < now()) AND EXISTS (
    SELECT 1 FROM facts.event n JOIN facts.delivery nd ON nd.event_id = n.id
    WHERE n.aggregate = e.aggregate AND n.version > e.version AND nd.consumer = d.consumer)
  LIMIT $1 FOR UPDATE OF d SKIP LOCKED)`)
const deleteDone = statement(`DELETE FROM facts.event WHERE id IN (
  SELECT e.id FROM facts.event e WHERE e.created_at < now() - interval '1 day'
  AND NOT EXISTS (SELECT 1 FROM facts.delivery d WHERE d.event_id = e.id
    AND (d.done_at IS NULL OR d.done_at >= now() - interval '1 day'))
  ORDER BY e.created_at LIMIT $1 FOR UPDATE SKIP LOCKED)`)

/** Every hour, deletes facts that were delivered a day ago, and pending deliveries that a newer version supersedes. */
export function startFactSweep({ pool, logger }: { pool: Pool; logger: Logger }): Loop {
  return startLoop({
    pollMs: hourMs,
    onError: (error) => logger.warn({ err: error }, 'facts could not be swept'),
    round: () => sweepFacts(pool),
  })
}

/** Deletes one batch of each; true when there may be more. */
export async function sweepFacts(pool: Pool): Promise<boolean> {
  const superseded = await deleteSuperseded.run(pool, [batchSize])
  const done = await deleteDone.run(pool, [batchSize])
  return superseded === batchSize || done === batchSize
}
