import { z } from 'zod'
import { planSchema } from '../../plans.ts'
import { id, timestamp } from '../fields.ts'

export const accountRow = z.object({
  id,
  email: z.string(),
  plan: planSchema,
  status: z.enum(['active', 'closed']),
  version: z.int(),
  createdAt: timestamp,
})
/** A UTC day; its limit is null where no call was made. */
export const usageDayRow = z.object({
  day: z.iso.date(),
  used: z.int(),
  limit: z.int().nullable(),
  collects: z.int(),
})
/** `actor` is `person:ID`, or the service that signed. */
export const auditRow = z.object({
  id,
  at: timestamp,
  action: z.string(),
  keyId: id.nullable(),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export const keyRow = z.object({
  id,
  name: z.string(),
  kind: z.enum(['server', 'lasting', 'guest']),
  start: z.string(),
  /** The host of the client that a person connected by OAuth: then the key changes every hour. */
  client: z.string().nullable(),
  /** The only site that it opens. */
  projectId: id.nullable(),
  strikes: z.int(),
  lastUsedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
})
export const memberRow = z.object({
  id,
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(['owner', 'admin', 'member']),
  joinedAt: timestamp,
  /** Beyond the people of the plan: stays a member and cannot enter. */
  frozen: z.boolean(),
})
/** An open invite, for whoever it was sent to. */
export const receivedInviteRow = z.object({
  token: z.string(),
  invitedBy: z.string(),
  role: z.enum(['admin', 'member']),
  expiresAt: timestamp,
})
export const inviteRow = z.object({
  id,
  email: z.string(),
  role: z.enum(['admin', 'member']),
  status: z.enum(['pending', 'accepted', 'revoked', 'expired']),
  invitedAt: timestamp,
  expiresAt: timestamp,
})
export const deliveryRow = z.object({
  id,
  service: z.string(),
  type: z.string(),
  aggregate: z.string(),
  consumer: z.string(),
  tries: z.int(),
  nextAt: timestamp,
  stuck: z.boolean(),
  lastError: z.string().nullable(),
})
