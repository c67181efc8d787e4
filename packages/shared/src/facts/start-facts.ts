import type { ConsumerName } from '../contract/events.ts'
import { startClockWatch } from './clock-set-back.ts'
import { type FactEffect, type InboxOptions, mountInbox, type OutsideEffect } from './inbox.ts'
import { type RelayOptions, startRelay } from './relay.ts'
import { startFactSweep } from './sweep.ts'

export type Effect = FactEffect | OutsideEffect

/** Starts a service's exchange of facts: an inbox for each of its consumers, the relay of its own facts, and their upkeep. */
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
