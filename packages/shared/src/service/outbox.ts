import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { consumersOf, type EventState, type EventType, events } from '../contract/events.ts'

export type Fact<T extends EventType = EventType> = {
  type: T
  aggregate: string
  version: number
  state: EventState<T>
}

/** How long a relay waits for a consumer to take a fact. */
export const handOverTimeoutMs = 10_000

/** Writes facts and one delivery a consumer inside the caller's transaction; relays are woken at its commit. */
export async function writeFact<T extends EventType>(
  client: PoolClient,
  fact: Fact<T>,
  disabledServices: readonly string[],
): Promise<void> {
  const eventId = randomUUID()
  const state = events[fact.type].state.parse(fact.state)
  await client.query(`INSERT INTO outbox_event (id, aggregate, version, type, state) VALUES ($1, $2, $3, $4, $5)`, [
    eventId,
    fact.aggregate,
    fact.version,
    fact.type,
    JSON.stringify(state),
  ])
  await client.query(
    `INSERT INTO outbox_delivery (id, event_id, consumer) SELECT gen_random_uuid()::text, $1, consumer FROM unnest($2::text[]) AS consumer`,
    [eventId, consumersOf(fact.type, disabledServices)],
  )
  await client.query(`SELECT pg_notify('outbox', '')`)
}
