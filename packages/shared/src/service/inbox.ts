import type { NatsConnection } from 'nats'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { callerHeader, signatureHeader } from '../contract/caller.ts'
import { type ConsumerName, consumers, type EventType, events } from '../contract/events.ts'
import { factSubjectOf } from '../derive/subjects.ts'
import type { Logger } from '../logger.ts'
import type { CallerVerifier } from './caller-signature.ts'
import { inTransaction } from './transaction.ts'

export type ReceivedFact = {
  id: string
  aggregate: string
  version: number
  type: EventType
  state: Record<string, unknown>
}
export type FactEffect = (client: PoolClient, fact: ReceivedFact) => Promise<void>

const factSchema = z.object({
  id: z.string(),
  aggregate: z.string(),
  version: z.int(),
  // safe because the keys of an object are its own names
  type: z.enum(Object.keys(events) as [EventType, ...EventType[]]),
  state: z.record(z.string(), z.unknown()),
})

export type InboxOptions = { nats: NatsConnection; pool: Pool; verify: CallerVerifier; clock: Clock; logger: Logger }

/**
 * Takes facts for one consumer: each version of an aggregate has its effect at most once and never after a newer one,
 * in one transaction with the note that it was taken; only then is it acknowledged.
 */
export function mountInbox(
  options: InboxOptions,
  consumer: ConsumerName,
  effect: FactEffect,
): { drain(): Promise<void> } {
  const subscription = options.nats.subscribe(factSubjectOf(consumer), {
    queue: consumers[consumer],
    callback: (error, message) => {
      if (error) return
      const signed = {
        caller: message.headers?.get(callerHeader) ?? '',
        signature: message.headers?.get(signatureHeader) ?? '',
      }
      const taken = (async () => {
        const request = { method: 'NATS', target: message.subject, body: message.data }
        const caller = options.verify(signed, request, options.clock.now().getTime())
        if (caller.kind !== 'system') throw new Error('facts come from services alone')
        await take(options.pool, consumer, factSchema.parse(JSON.parse(message.string())), effect)
      })()
      taken.then(
        () => message.respond('ok'),
        (failure: unknown) => {
          options.logger.warn({ err: failure, consumer }, 'fact not taken')
          message.respond('the consumer failed')
        },
      )
    },
  })
  return { drain: () => subscription.drain() }
}

async function take(pool: Pool, consumer: ConsumerName, fact: ReceivedFact, effect: FactEffect): Promise<void> {
  await inTransaction(pool, async (client) => {
    const newer = await client.query(
      `INSERT INTO inbox (consumer, aggregate, version) VALUES ($1, $2, $3)
       ON CONFLICT (consumer, aggregate) DO UPDATE SET version = excluded.version WHERE inbox.version < excluded.version RETURNING 1`,
      [consumer, fact.aggregate, fact.version],
    )
    if (newer.rowCount === 1) await effect(client, fact)
  })
}
