import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { webhookType } from '../webhooks.ts'

/** A webhook gets signed events, the others a message for people. */
export const endpointKinds = ['webhook', 'slack', 'discord'] as const
export type EndpointKind = (typeof endpointKinds)[number]
/** `resting`: nothing is sent after three days without success, or once the address says that it no longer exists. */
const endpointStates = ['active', 'paused', 'resting'] as const
/** Why a try brought no answer. */
export const tryFailures = [
  'bad_url',
  'other_site',
  'not_public',
  'connect',
  'tls',
  'timeout',
  'stopped',
  'too_large',
  'too_many_redirects',
  'bad_encoding',
  'protocol',
  'unsealable',
] as const

/** An endpoint of a site. `address` has nothing secret. */
export const endpointRow = z.object({
  id,
  kind: z.enum(endpointKinds),
  name: z.string(),
  address: z.string(),
  events: z.array(webhookType),
  state: z.enum(endpointStates),
  /** Why it rests. */
  restsFor: z.enum(['failing', 'removed']).nullable(),
  createdAt: timestamp,
  /** How many deliveries wait. */
  waiting: z.int(),
  /** Since when nothing was delivered; null: the last try succeeded, or there was none. */
  failingSince: timestamp.nullable(),
  /** When the next delivery is tried; null where none waits. */
  nextTryAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  /** Until when the secret before signs too. */
  formerSecretUntil: timestamp.nullable(),
})

const outcome = {
  /** Of the answer; null where there was none. */
  status: z.int().nullable(),
  failure: z.enum(tryFailures).nullable(),
  /** How the answer begins, at most 200 characters. */
  answer: z.string().nullable(),
  ms: z.int().nullable(),
}
/** A try of a test event. */
export const tryRow = z.object({ delivered: z.boolean(), ...outcome })
/** An event on its way to an endpoint, or delivered. `n` counts the deliveries of the endpoint. */
export const deliveryRow = z.object({
  n: z.int(),
  /** The `webhook-id`. */
  eventId: z.string(),
  type: webhookType,
  createdAt: timestamp,
  tries: z.int(),
  triedAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  ...outcome,
})

export type EndpointRow = z.infer<typeof endpointRow>
export type TryRow = z.infer<typeof tryRow>
export type DeliveryRow = z.infer<typeof deliveryRow>
export type TryFailure = (typeof tryFailures)[number]
