import type { Pool } from 'pg'
import type { z } from 'zod'
import type { Call } from '../contract/caller.ts'
import { activeConsumers } from '../contract/events.ts'
import type { Handlers } from '../contract/operation.ts'
import type { OutboxOperation } from '../contract/operations/outbox.ts'
import type { deliveryRow } from '../contract/rows/account.ts'
import type { DatabaseService, ServiceName } from '../contract/services.ts'
import type { Operations } from '../contract/table.ts'
import { int, type RowOf, selectList, text, time } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'

export type DeliveryRow = z.infer<typeof deliveryRow>

const pending = {
  id: text,
  type: text,
  aggregate: text,
  consumer: text,
  tries: int,
  nextAt: time,
  lastError: text.orNull,
}
const pendingColumns = selectList(pending, 'd', { type: 'e.type', aggregate: 'e.aggregate' })
const pendingFor = query(
  pending,
  `SELECT ${pendingColumns} FROM facts.delivery d JOIN facts.event e ON e.id = d.event_id
   WHERE d.done_at IS NULL AND d.consumer = ANY($1) ORDER BY e.created_at LIMIT 1000`,
)
const makeDue = query(
  pending,
  `UPDATE facts.delivery d SET next_at = now() FROM facts.event e
   WHERE e.id = d.event_id AND d.id = $1 AND d.done_at IS NULL RETURNING ${pendingColumns}`,
)
const wakeRelays = statement(`SELECT pg_notify('facts', '')`)

/** A service's pending deliveries, oldest first, without those for `disabledServices`. */
export async function listDeliveries(
  pool: Pool,
  service: ServiceName,
  disabledServices: readonly string[] = [],
): Promise<DeliveryRow[]> {
  const rows = await pendingFor.rows(pool, [activeConsumers(disabledServices)])
  return rows.map((row) => present(service, row))
}

/** Makes a pending delivery due now. Throws `not_found`. */
export async function retryDelivery(pool: Pool, service: ServiceName, id: string): Promise<DeliveryRow> {
  const row = await makeDue.require(pool, [id], 'No such pending delivery')
  await wakeRelays.run(pool)
  return present(service, row)
}

type OutboxHandlers<S extends DatabaseService> = Handlers<Pick<Operations, OutboxOperation<S>>, Call>

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

function present(service: ServiceName, { nextAt, ...row }: RowOf<typeof pending>): DeliveryRow {
  return { ...row, service, nextAt: nextAt.toISOString(), stuck: row.tries >= stuckAfterTries }
}

/** While it lasts no other relay tries the delivery. */
export const leaseMs = 30_000
/** A stuck delivery is reported and retried hourly, never dropped. */
export const stuckAfterTries = 20
export const stuckRetrySeconds = 3_600
export const longestBackOffSeconds = 600

/** Doubles from one second to ten minutes; hourly once stuck. */
export function backOffSeconds(tries: number): number {
  return tries >= stuckAfterTries ? stuckRetrySeconds : Math.min(longestBackOffSeconds, 2 ** Math.min(tries - 1, 10))
}
