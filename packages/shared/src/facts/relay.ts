import { headers as natsHeaders } from 'nats'
import type { Pool } from 'pg'
import { callerHeader, signatureHeader } from '../contract/caller.ts'
import { activeConsumers, type ConsumerName, consumers } from '../contract/events.ts'
import { factSubjectOf } from '../derive/subjects.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { startLoop } from '../loops/loop.ts'
import { createBatches } from '../service/batches.ts'
import type { Broker } from '../service/broker.ts'
import type { CallerSigner } from '../service/caller-signature.ts'
import { listenTo } from '../service/listen.ts'
import { systemCaller } from '../service/rpc-client.ts'
import { bigint, int, json, type RowOf, text } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import { backOffSeconds, leaseMs, stuckAfterTries } from './deliveries.ts'
import { createFlights } from './flights.ts'
import { handOverTimeoutMs, notTried } from './write.ts'

const pollMs = 1_000
const batchSize = 25

const delivery = {
  id: text,
  consumer: text,
  tries: int,
  eventId: text,
  aggregate: text,
  version: bigint,
  type: text,
  state: json,
}
type Delivery = RowOf<typeof delivery>

const claimDue = query(
  delivery,
  `WITH due AS (
     SELECT id FROM facts.delivery
     WHERE consumer = ANY($1) AND done_at IS NULL AND next_at <= now() AND (lease_until IS NULL OR lease_until < now())
     ORDER BY next_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
   UPDATE facts.delivery d SET lease_until = now() + interval '${leaseMs} milliseconds', tries = d.tries + 1
   FROM due, facts.event e WHERE d.id = due.id AND e.id = d.event_id
   RETURNING d.id, d.consumer, d.tries, e.id AS "eventId", e.aggregate, e.version, e.type, e.state`,
)
const setDone = statement(
  `UPDATE facts.delivery SET done_at = now(), lease_until = NULL, last_error = NULL WHERE id = ANY($1)`,
)
const setFailed = statement(
  `UPDATE facts.delivery SET lease_until = NULL, last_error = $2, next_at = now() + $3 * interval '1 second'
   WHERE id = $1 AND done_at IS NULL`,
)
// Without a broker the consumer was not asked, and a busy one did nothing: the try does not count.
const setUntried = statement(
  `UPDATE facts.delivery SET lease_until = NULL, tries = tries - 1, next_at = now() + interval '${pollMs} milliseconds' WHERE id = $1`,
)

export type RelayOptions = {
  pool: Pool
  nats: Broker
  sign: CallerSigner
  logger: Logger
  /** Their deliveries wait until they are enabled. */
  disabledServices: readonly string[]
}

/**
 * Claims due deliveries, sends each to its consumer, and marks the acknowledged ones done. A slow consumer delays no other. `stop` waits
 * for those in flight.
 */
export function startRelay(options: RelayOptions): { wake(): void; stop(): Promise<void> } {
  const flights = createFlights()
  const active = activeConsumers(options.disabledServices)
  // One commit on one connection for all that are acknowledged meanwhile: the service's calls need the others.
  const markDone = createBatches({
    max: 100,
    atOnce: 1,
    run: async (ids: string[]) => {
      await setDone.run(options.pool, [ids])
      return ids
    },
  })
  const warn = (error: unknown) => options.logger.warn({ err: error }, 'relay failed')
  const loop = startLoop({
    pollMs,
    onError: warn,
    round: async () => {
      const full = flights.full()
      const claimed = await claimDue.rows(options.pool, [active.filter((consumer) => !full.includes(consumer))])
      for (const delivery of claimed) {
        flights.add(delivery.consumer, deliver({ ...options, markDone }, delivery).catch(warn), loop.wake)
      }
      return claimed.length === batchSize
    },
  })
  // Wakes at commits; polling finds what a lost notification missed.
  const listener = listenTo(options.pool, 'facts', loop.wake)
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      await flights.landed()
      await listener.stop()
    },
  }
}

type Marking = RelayOptions & { markDone(id: string): Promise<unknown> }

async function deliver({ pool, nats, sign, logger, markDone }: Marking, delivery: Delivery): Promise<void> {
  try {
    const consumer = consumerName(delivery.consumer)
    const subject = factSubjectOf(consumer)
    const { eventId: id, aggregate, version, type, state } = delivery
    const body = Buffer.from(JSON.stringify({ id, aggregate, version: Number(version), type, state }))
    const claims = { ...systemCaller('', 'free', id), aud: consumers[consumer], iat: Date.now() }
    const signed = sign(claims, { method: 'NATS', target: subject, body })
    const headers = natsHeaders()
    headers.set(callerHeader, signed.caller)
    headers.set(signatureHeader, signed.signature)
    const reply = await nats.request(subject, body, { timeout: handOverTimeoutMs, headers })
    if (reply.string() === notTried) return void (await setUntried.run(pool, [delivery.id]))
    if (reply.string() !== 'ok') throw new Error(reply.string().slice(0, 200) || 'not acknowledged')
    await markDone(delivery.id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable')
      return void (await setUntried.run(pool, [delivery.id]))
    const message = error instanceof Error ? error.message : String(error)
    if (delivery.tries >= stuckAfterTries)
      logger.error({ delivery: delivery.id, consumer: delivery.consumer, message }, 'delivery is stuck')
    await setFailed.run(pool, [delivery.id, message.slice(0, 500), backOffSeconds(delivery.tries)])
  }
}

function consumerName(text: string): ConsumerName {
  if (!Object.hasOwn(consumers, text)) throw new Error(`unknown consumer ${text}`)
  // safe because the line above has checked it
  return text as ConsumerName
}
