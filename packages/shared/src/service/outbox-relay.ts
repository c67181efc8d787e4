import { headers as natsHeaders } from 'nats'
import type { Pool } from 'pg'
import { z } from 'zod'
import { callerHeader, signatureHeader } from '../contract/caller.ts'
import { type ConsumerName, consumers } from '../contract/events.ts'
import type { ServiceName } from '../contract/operation.ts'
import { factSubjectOf } from '../derive/subjects.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { createSignal } from '../signal.ts'
import type { Broker } from './broker.ts'
import type { CallerSigner } from './caller-signature.ts'
import { listenTo } from './listen.ts'
import { handOverTimeoutMs } from './outbox.ts'
import { createFlights } from './outbox-flights.ts'

const leaseMs = 30_000
const pollMs = 1_000
const batchSize = 25
/** After this many tries a delivery is stuck: it is reported and tried hourly, never dropped. */
export const stuckAfterTries = 20

const deliveryRow = z.object({
  id: z.string(),
  consumer: z.string(),
  tries: z.int(),
  event_id: z.string(),
  aggregate: z.string(),
  version: z.coerce.number(),
  type: z.string(),
  state: z.record(z.string(), z.unknown()),
})
type Delivery = z.infer<typeof deliveryRow>

export type RelayOptions = {
  service: ServiceName
  pool: Pool
  nats: Broker
  sign: CallerSigner
  logger: Logger
}

/**
 * Claims due deliveries, sends each to its consumer, and marks it done once it is acknowledged. A slow consumer keeps nobody
 * else waiting: no more of its deliveries are claimed while it has many in flight. `stop` waits for all that are.
 */
export function startRelay(options: RelayOptions): { wake(): void; stop(): Promise<void> } {
  const flights = createFlights()
  const signal = createSignal()
  let stopped = false
  const send = (delivery: Delivery) =>
    flights.add(delivery.consumer, logFailure(options, deliver(options, delivery)), signal.wake)
  const loop = (async () => {
    while (!stopped) {
      const claimed = (await logFailure(options, claim(options.pool, flights.full()))) ?? []
      for (const delivery of claimed) send(delivery)
      if (claimed.length < batchSize && !stopped) await signal.wait(pollMs)
    }
    await flights.landed()
  })()
  // Wakes at commits; polling covers whatever is missed.
  const listener = listenTo(options.pool, 'outbox', signal.wake)
  return {
    wake: signal.wake,
    stop: async () => {
      stopped = true
      signal.wake()
      await loop
      await listener.stop()
    },
  }
}

/** Leases deliveries that are due to this relay, at most a batch, none of the consumers that have enough. */
async function claim(pool: Pool, full: string[]): Promise<Delivery[]> {
  const claimed = await pool.query(
    `WITH due AS (
       SELECT id FROM outbox_delivery
       WHERE done_at IS NULL AND next_at <= now() AND (lease_until IS NULL OR lease_until < now()) AND consumer <> ALL($1)
       ORDER BY next_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
     UPDATE outbox_delivery d SET lease_until = now() + interval '${leaseMs} milliseconds', tries = d.tries + 1
     FROM due, outbox_event e WHERE d.id = due.id AND e.id = d.event_id
     RETURNING d.id, d.consumer, d.tries, e.id AS event_id, e.aggregate, e.version, e.type, e.state`,
    [full],
  )
  return claimed.rows.map((row) => deliveryRow.parse(row))
}

/** Null for what failed. */
function logFailure<T>({ logger }: RelayOptions, work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    logger.warn({ err: error }, 'relay failed')
    return null
  })
}

async function deliver({ pool, nats, sign, logger }: RelayOptions, delivery: Delivery): Promise<void> {
  try {
    const consumer = consumerName(delivery.consumer)
    const subject = factSubjectOf(consumer)
    const { aggregate, version, type, state } = delivery
    const body = Buffer.from(JSON.stringify({ id: delivery.event_id, aggregate, version, type, state }))
    const signed = sign(systemClaims(consumer, delivery.event_id), { method: 'NATS', target: subject, body })
    const headers = natsHeaders()
    headers.set(callerHeader, signed.caller)
    headers.set(signatureHeader, signed.signature)
    const reply = await nats.request(subject, body, { timeout: handOverTimeoutMs, headers })
    if (reply.string() !== 'ok') throw new Error(reply.string().slice(0, 200) || 'not acknowledged')
    await pool.query(
      `UPDATE outbox_delivery SET done_at = now(), lease_until = NULL, last_error = NULL WHERE id = $1`,
      [delivery.id],
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return untried(pool, delivery)
    const message = error instanceof Error ? error.message : String(error)
    if (delivery.tries >= stuckAfterTries)
      logger.error({ delivery: delivery.id, consumer: delivery.consumer, message }, 'delivery is stuck')
    await pool.query(
      `UPDATE outbox_delivery SET lease_until = NULL, last_error = $2, next_at = now() + $3 * interval '1 second' WHERE id = $1 AND done_at IS NULL`,
      [delivery.id, message.slice(0, 500), backOffSeconds(delivery.tries)],
    )
  }
}

/** Without a broker nobody was asked: no try is used up, and it goes out once the broker is back. */
async function untried(pool: Pool, { id }: Delivery): Promise<void> {
  await pool.query(
    `UPDATE outbox_delivery SET lease_until = NULL, tries = tries - 1, next_at = now() + $2 * interval '1 millisecond' WHERE id = $1`,
    [id, pollMs],
  )
}

/** Doubling from one second to ten minutes; hourly once stuck. */
export function backOffSeconds(tries: number): number {
  return tries >= stuckAfterTries ? 3_600 : Math.min(600, 2 ** Math.min(tries - 1, 10))
}

function consumerName(text: string): ConsumerName {
  if (!Object.hasOwn(consumers, text)) throw new Error(`unknown consumer ${text}`)
  // safe because the line above has just looked it up
  return text as ConsumerName
}

function systemClaims(consumer: ConsumerName, requestId: string) {
  const nobody = { accountId: '', keyId: null, role: null, siteId: null }
  return {
    ...nobody,
    aud: consumers[consumer],
    iat: Date.now(),
    kind: 'system',
    plan: 'free',
    collect: 'deny',
    requestId,
  } as const
}
