import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { webhookType } from '../webhooks.ts'

/** A webhook gets signed events, the others messages for people. */
export const endpointKinds = ['webhook', 'slack', 'discord'] as const
export type EndpointKind = (typeof endpointKinds)[number]
/** `resting`: three days without success, or the address was removed. */
const endpointStates = ['active', 'paused', 'resting'] as const
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

/** `address` has nothing secret. */
export const endpointRow = z.object({
  id,
  kind: z.enum(endpointKinds),
  name: z.string(),
  address: z.string(),
  events: z.array(webhookType),
  state: z.enum(endpointStates),
  restsFor: z.enum(['failing', 'removed']).nullable(),
  createdAt: timestamp,
  waiting: z.int(),
  /** Null: the last try succeeded, or there was none. */
  failingSince: timestamp.nullable(),
  nextTryAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  /** The former secret signs too until then. */
  formerSecretUntil: timestamp.nullable(),
})

const outcome = {
  /** Null without an answer. */
  status: z.int().nullable(),
  failure: z.enum(tryFailures).nullable(),
  /** Its first 200 characters. */
  answer: z.string().nullable(),
  ms: z.int().nullable(),
}
export const tryRow = z.object({ delivered: z.boolean(), ...outcome })
/** `n` counts the endpoint's deliveries. */
export const deliveryRow = z.object({
  n: z.int(),
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
