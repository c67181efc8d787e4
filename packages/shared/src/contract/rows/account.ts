import { z } from 'zod'
import { planSchema } from '../../plans.ts'
import { id, timestamp } from '../fields.ts'

export const accountRow = z.object({ id, email: z.string(), plan: planSchema, createdAt: timestamp })
export const keyRow = z.object({
  id,
  name: z.string(),
  kind: z.enum(['server', 'lasting', 'guest']),
  start: z.string(),
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
})
export const inviteRow = z.object({
  id,
  email: z.string(),
  role: z.enum(['admin', 'member']),
  status: z.enum(['pending', 'accepted', 'expired']),
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
