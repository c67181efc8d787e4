import { randomUUID } from 'node:crypto'
import { type AggregateOf, type ConsumerName, type EventState, type EventType, events } from '../contract/events.ts'
import type { Transaction } from '../service/transaction.ts'
import { statement } from '../sql/statement.ts'

export type Fact<T extends EventType = EventType> = {
  type: T
  aggregate: AggregateOf<T>
  version: number
  state: EventState<T>
}

/** How long a relay waits for a consumer to acknowledge a fact. */
export const handOverTimeoutMs = 10_000
/** A consumer's answer: it is busy, and wants the fact again. */
export const notTried = 'not tried'

const insertFact = statement(
  `WITH event AS (INSERT INTO facts.event (id, aggregate, version, type, state) VALUES ($1, $2, $3, $4, $5)),
   delivery AS (INSERT INTO facts.delivery (event_id, consumer) SELECT $1, unnest($6::text[]))
   SELECT pg_notify('facts', '')`,
)

/**
 * Writes a fact and a delivery for each consumer of its type (or each of `to`) inside the caller's transaction; the commit wakes the
 * relays. Deliveries for a disabled service wait.
 */
export async function writeFact<T extends EventType>(
  tx: Transaction,
  fact: Fact<T>,
  to: readonly ConsumerName[] = consumersOf(fact.type),
): Promise<void> {
  const state = JSON.stringify(events[fact.type].state.parse(fact.state))
  await insertFact.run(tx, [randomUUID(), fact.aggregate, fact.version, fact.type, state, to])
}

function consumersOf(type: EventType): readonly ConsumerName[] {
  const { owner, consumers } = events[type]
  // The consumers of its other writers would get what they cannot read.
  if (owner === 'writer') throw new Error(`${type} goes to its writer alone: name the consumer`)
  return consumers
}
