import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookEvent } from './api.ts'

/** Thrown for a request that is not what the holder of the secret sent lately; answer it with 400. */
export class NotVerified extends Error {
  override name = 'NotVerified'
}

/** `Headers`, or an object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const toleranceSeconds = 300
const prefix = 'whsec_'

/**
 * The event of a request to a webhook, by the rules of Standard Webhooks. `body` is the body as it came, before any parsing; `secret`
 * begins with `whsec_`. Throws `NotVerified` for a wrong signature and for one that is older or newer than five minutes.
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  now: Date = new Date(),
): WebhookEvent {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,12}$/.test(timestamp)) throw new NotVerified('webhook-timestamp is no time in seconds')
  const ageSeconds = now.getTime() / 1_000 - Number(timestamp)
  if (Math.abs(ageSeconds) > toleranceSeconds) throw new NotVerified('webhook-timestamp is too old or too new')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const wanted = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest()
  // Each is compared whole: how long it takes tells nothing of the right one.
  const matches = signatures.map((signature) => isSame(signature, wanted))
  if (!matches.includes(true)) throw new NotVerified('no signature fits the body')
  return JSON.parse(text) as WebhookEvent
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') throw new NotVerified(`${name} is missing`)
  return value
}

function keyOf(secret: string): Uint8Array {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64')
  if (key.length === 0) throw new TypeError('secret: the secret of a webhook begins with whsec_')
  return key
}

function isSame(signature: string, wanted: Uint8Array): boolean {
  const [version, value = ''] = signature.split(',', 2)
  const given = Buffer.from(value, 'base64')
  return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
}
