import type { Pool } from 'pg'
import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { activeConsumers } from '../contract/events.ts'
import type { Handlers } from '../contract/operation.ts'
import type { OutboxOperation } from '../contract/operations/outbox.ts'
import type { deliveryRow } from '../contract/rows/account.ts'
import type { DatabaseService, ServiceName } from '../contract/services.ts'
import type { Operations } from '../contract/table.ts'
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

/** A service's pending deliveries, oldest first, without those for `disabledServices`: these are meant to wait. */
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

/** Makes a pending delivery due now. Throws `not_found` for one that is done or unknown. */
export async function retryDelivery(pool: Pool, service: ServiceName, id: string): Promise<DeliveryRow> {
  const found = await pool.query(
    `UPDATE facts.delivery d SET next_at = now() FROM facts.event e
     WHERE e.id = d.event_id AND d.id = $1 AND d.done_at IS NULL RETURNING ${columns}`,
    [id],
  )
  if (!found.rows[0]) throw new AppError('not_found', 'No such pending delivery')
  await pool.query(`SELECT pg_notify('facts', '')`)
  return present(service, found.rows[0])
}

type OutboxHandlers<S extends DatabaseService> = Handlers<Pick<Operations, OutboxOperation<S>>, Call>

/** The handlers with which the operator lists and retries a service's deliveries. */
export function outboxHandlers<S extends DatabaseService>(
  service: S,
  pool: Pool,
  disabledServices: readonly string[],
): OutboxHandlers<S> {
  const handlers: Record<string, unknown> = {
    [`${service}Outbox.list`]: async () => ({ deliveries: await listDeliveries(pool, service, disabledServices) }),
    [`${service}Outbox.retry`]: async ({ params }: { params: { deliveryId: string } }) => ({
      delivery: await retryDelivery(pool, service, params.deliveryId),
    }),
  }
  // safe because the table gives each of these services exactly these two rows
  return handlers as OutboxHandlers<S>
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
