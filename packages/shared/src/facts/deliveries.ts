import type { Pool } from 'pg'
import { z } from 'zod'
import { activeConsumers } from '../contract/events.ts'
import type { ServiceName } from '../contract/operation.ts'
import type { deliveryRow } from '../contract/rows/account.ts'
import { AppError } from '../errors.ts'
import { stuckAfterTries } from './relay.ts'

export type DeliveryRow = z.infer<typeof deliveryRow>

const stored = z.object({
  id: z.string(),
  type: z.string(),
  aggregate: z.string(),
  consumer: z.string(),
  tries: z.int(),
  next_at: z.date(),
  last_error: z.string().nullable(),
})
const columns = `d.id, e.type, e.aggregate, d.consumer, d.tries, d.next_at, d.last_error`

/** Deliveries of a service that are not done yet, the longest waiting first; those for `disabledServices` wait as they should. */
export async function listDeliveries(
  pool: Pool,
  service: ServiceName,
  disabledServices: readonly string[] = [],
): Promise<DeliveryRow[]> {
  const found = await pool.query(
    `SELECT ${columns} FROM facts.delivery d JOIN facts.event e ON e.id = d.event_id WHERE d.done_at IS NULL AND d.consumer = ANY($1)
     ORDER BY e.created_at LIMIT 1000`,
    [activeConsumers(disabledServices)],
  )
  return found.rows.map((row) => present(service, row))
}

/** Makes a waiting delivery due now. Throws `not_found` for one that is done or unknown. */
export async function retryDelivery(pool: Pool, service: ServiceName, id: string): Promise<DeliveryRow> {
  const found = await pool.query(
    `UPDATE facts.delivery d SET next_at = now() FROM facts.event e
     WHERE e.id = d.event_id AND d.id = $1 AND d.done_at IS NULL RETURNING ${columns}`,
    [id],
  )
  if (!found.rows[0]) throw new AppError('not_found', 'No such waiting delivery')
  await pool.query(`SELECT pg_notify('facts', '')`)
  return present(service, found.rows[0])
}

function present(service: ServiceName, row: unknown): DeliveryRow {
  const { next_at, last_error, ...rest } = stored.parse(row)
  return {
    ...rest,
    service,
    nextAt: next_at.toISOString(),
    lastError: last_error,
    stuck: rest.tries >= stuckAfterTries,
  }
}
