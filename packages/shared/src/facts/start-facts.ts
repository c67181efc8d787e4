import type { Pool } from 'pg'
import { hourMs } from '../clock.ts'
import type { ConsumerName } from '../contract/events.ts'
import type { Logger } from '../logger.ts'
import { type Loop, startLoop } from '../loops/loop.ts'
import { statement } from '../sql/statement.ts'
import { leaseMs, longestBackOffSeconds, stuckAfterTries, stuckRetrySeconds } from './deliveries.ts'
import { type FactEffect, type InboxOptions, mountInbox, type OutsideEffect } from './inbox.ts'
import { type RelayOptions, startRelay } from './relay.ts'

export type Effect = FactEffect | OutsideEffect

export function startFacts(
  options: RelayOptions & InboxOptions,
  effects: Partial<Record<ConsumerName, Effect>>,
): { drain(): Promise<void> } {
  // safe because the type of `effects` allows no other keys
  const heard = Object.entries(effects) as [ConsumerName, Effect][]
  const inboxes = heard.map(([consumer, effect]) => mountInbox(options, consumer, effect))
  const relay = startRelay(options)
  const upkeep = [startFactSweep(options), startClockWatch(options)]
  return {
    drain: async () => {
      await Promise.all(inboxes.map((inbox) => inbox.drain()))
      await Promise.all([relay.stop(), ...upkeep.map((loop) => loop.stop())])
    },
  }
}

const pollMs = 5_000

// A longer wait or lease than a relay gives was counted from a clock that has been set back. The extra second is the
// pause of an untried delivery.
const endImpossibleWaits = statement(
  `UPDATE facts.delivery SET lease_until = NULL, next_at = LEAST(next_at, now())
   WHERE done_at IS NULL AND (
     lease_until > now() + interval '${leaseMs} milliseconds'
     OR next_at > now() + interval '1 second' * (1 + CASE WHEN tries >= ${stuckAfterTries} THEN ${stuckRetrySeconds}
       ELSE LEAST(${longestBackOffSeconds}, 2 ^ LEAST(tries, 10)) END))`,
)

/** Every five seconds, ends waits that are longer than any back-off: the database's clock was set back. */
export function startClockWatch({ pool, logger }: { pool: Pool; logger: Logger }): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'waits of facts could not be checked'),
    round: async () => {
      await endImpossibleWaits.run(pool)
      return false
    },
  })
}

const batchSize = 500

// Each version carries the full state: only the newest is needed.
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
function startFactSweep({ pool, logger }: { pool: Pool; logger: Logger }): Loop {
  return startLoop({
    pollMs: hourMs,
    onError: (error) => logger.warn({ err: error }, 'facts could not be swept'),
    round: () => sweepFacts(pool),
  })
}

export async function sweepFacts(pool: Pool): Promise<boolean> {
  const superseded = await deleteSuperseded.run(pool, [batchSize])
  const done = await deleteDone.run(pool, [batchSize])
  return superseded === batchSize || done === batchSize
}
