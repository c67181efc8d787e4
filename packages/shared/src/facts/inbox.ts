import type { Msg } from 'nats'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { callerHeader, signatureHeader } from '../contract/caller.ts'
import { type ConsumerName, consumers, type EventType, events } from '../contract/events.ts'
import { factSubjectOf } from '../derive/subjects.ts'
import type { Logger } from '../logger.ts'
import type { Broker } from '../service/broker.ts'
import type { CallerVerifier } from '../service/caller-signature.ts'
import { inTransaction } from '../service/transaction.ts'
import { bigint } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import { createLanes, LaneFull } from './lanes.ts'
import { handOverTimeoutMs, notTried } from './write.ts'

export type ReceivedFact = {
  id: string
  aggregate: string
  version: number
  type: EventType
  state: Record<string, unknown>
}
/** Runs in the transaction that records the fact. */
export type FactEffect = (client: PoolClient, fact: ReceivedFact) => Promise<void>
/** Acts outside the database and may be repeated: it must be idempotent. One of each lane runs at a time. */
export type OutsideEffect = { perform(fact: ReceivedFact): Promise<void>; laneOf?(fact: ReceivedFact): string }
type Taker = (fact: ReceivedFact) => Promise<void>

const factSchema = z.object({
  id: z.string(),
  aggregate: z.string(),
  version: z.int(),
  // safe because `events` has exactly these keys
  type: z.enum(Object.keys(events) as [EventType, ...EventType[]]),
  state: z.record(z.string(), z.unknown()),
})

const noteFact = statement(
  `INSERT INTO facts.inbox AS i (consumer, aggregate, version) VALUES ($1, $2, $3)
   ON CONFLICT (consumer, aggregate) DO UPDATE SET version = excluded.version WHERE i.version < excluded.version`,
)
const takenFact = query(
  { version: bigint },
  'SELECT version FROM facts.inbox WHERE consumer = $1 AND aggregate = $2 AND version >= $3',
)

/** The relay sends the rest again in a second. */
const waitingInLane = 4

export type InboxOptions = { nats: Broker; pool: Pool; verify: CallerVerifier; clock: Clock; logger: Logger }

/**
 * Receives facts for one consumer: each version of an aggregate takes effect at most once and never after a newer one, in the transaction
 * that records it. An outside effect runs before that.
 */
export function mountInbox(
  options: InboxOptions,
  consumer: ConsumerName,
  effect: FactEffect | OutsideEffect,
): { drain(): Promise<void> } {
  const taker = takerOf(options.pool, consumer, effect)
  const underWay = new Set<Promise<void>>()
  const subscription = options.nats.subscribe(factSubjectOf(consumer), {
    queue: consumers[consumer],
    callback: (error, message) => {
      if (error) return
      const answered = answer(options, consumer, taker, message).finally(() => underWay.delete(answered))
      underWay.add(answered)
    },
  })
  return {
    drain: async () => {
      await subscription.drain()
      await Promise.all(underWay)
    },
  }
}

async function answer(
  { verify, clock, logger }: InboxOptions,
  consumer: ConsumerName,
  taker: Taker,
  message: Msg,
): Promise<void> {
  try {
    const signed = {
      caller: message.headers?.get(callerHeader) ?? '',
      signature: message.headers?.get(signatureHeader) ?? '',
    }
    const request = { method: 'NATS', target: message.subject, body: message.data }
    const caller = verify(signed, request, clock.now().getTime())
    if (caller.kind !== 'system') throw new Error('only services send facts')
    await taker(factSchema.parse(JSON.parse(message.string())))
    message.respond('ok')
  } catch (failure) {
    if (failure instanceof LaneFull) return void message.respond(notTried)
    logger.warn({ err: failure, consumer }, 'fact not processed')
    message.respond('the consumer failed')
  }
}

function takerOf(pool: Pool, consumer: ConsumerName, effect: FactEffect | OutsideEffect): Taker {
  if (typeof effect === 'function')
    return (fact) =>
      inTransaction(pool, async (client) => {
        if (await note(client, consumer, fact)) await effect(client, fact)
      })
  const inLane = createLanes(handOverTimeoutMs, effect.laneOf ? waitingInLane : Number.POSITIVE_INFINITY)
  return (fact) =>
    inLane(effect.laneOf?.(fact) ?? '', async () => {
      if (await takenFact.first(pool, [consumer, fact.aggregate, fact.version])) return
      await effect.perform(fact)
      await note(pool, consumer, fact)
    })
}

async function note(
  db: Pool | PoolClient,
  consumer: ConsumerName,
  { aggregate, version }: ReceivedFact,
): Promise<boolean> {
  return (await noteFact.run(db, [consumer, aggregate, version])) === 1
}
