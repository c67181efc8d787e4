import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import { readerLanguages } from '../rows/person.ts'
import { deliveryRow, endpointRow, tryRow } from '../rows/webhook.ts'
import { webhookType } from '../webhooks.ts'

const siteParams = z.strictObject({ id: f.siteId })
const params = z.strictObject({ id: f.siteId, endpointId: f.idParam })
const callers = ['person'] as const
const events = z.array(webhookType).min(1).max(webhookType.options.length)

export const webhookOperations = defineOperations({
  'webhooks.list': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'The endpoints of a site, at most ten',
    callers,
    params: siteParams,
    response: z.object({ endpoints: z.array(endpointRow) }),
  },
  'webhooks.create': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Add an endpoint: an incoming webhook of Slack or Discord by its address, else a webhook with a secret',
    callers,
    roles: managers,
    params: siteParams,
    body: z.strictObject({
      url: z.string().trim().min(1).max(2_048),
      name: f.name(100).optional(),
      events,
      language: z.enum(readerLanguages),
    }),
    response: z.object({
      endpoint: endpointRow,
      /** Shown once; null for Slack and Discord. */
      secret: z.string().nullable(),
    }),
    refusals: ['conflict'],
  },
  'webhooks.update': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Change the name or the events of an endpoint, pause it, or let it go on; what waits is kept',
    callers,
    roles: managers,
    params,
    body: z.strictObject({
      /** Null: known by its address. */
      name: f.name(100).nullable().optional(),
      events: events.optional(),
      state: z.enum(['active', 'paused']).optional(),
    }),
    response: z.object({ endpoint: endpointRow }),
  },
  'webhooks.delete': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Delete an endpoint with its deliveries',
    callers,
    roles: managers,
    params,
    response: z.object({ ok: f.ok }),
  },
  'webhooks.check': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Send a test event now and answer how it went',
    callers,
    roles: managers,
    params,
    // An endpoint has fifteen seconds.
    takesMs: 18_000,
    response: z.object({ tried: tryRow }),
    refusals: ['rate_limited'],
  },
  'webhookSecrets.create': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'A new secret of a webhook; the one before signs too for 24 hours',
    callers,
    roles: managers,
    params,
    response: z.object({ endpoint: endpointRow, secret: z.string() }),
    refusals: ['conflict'],
  },
  'webhookDeliveries.list': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'The deliveries of an endpoint in the last 14 days, newest first',
    callers,
    params,
    query: z.strictObject({ cursor: f.paging.cursor }),
    response: z.object({ deliveries: z.array(deliveryRow), nextCursor: z.string().nullable() }),
  },
  'webhookDeliveries.retry': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Send an event again, with the same id: after those that wait, or at once where it is the one that waits',
    callers,
    roles: managers,
    params,
    body: z.strictObject({ n: z.int().min(1) }),
    response: z.object({ endpoint: endpointRow }),
    refusals: ['rate_limited'],
  },
})
