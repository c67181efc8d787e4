import { z } from 'zod'
import { planSchema } from '../../plans.ts'
import { id, timestamp } from '../fields.ts'
import { keyKinds } from '../keys.ts'
import { givenRoles, roles } from '../operation.ts'
import { described } from '../words.ts'

export const accountRow = z.object({
  id,
  email: z.string(),
  plan: planSchema,
  status: z.enum(['active', 'closed']),
  version: z.int(),
  createdAt: timestamp,
})
/** UTC; `limit` is null without a call. */
export const usageDayRow = z.object({
  day: z.iso.date(),
  used: z.int(),
  limit: z.int().nullable(),
  collects: z.int(),
})
/** `actor`: `person:ID`, or the signing service. */
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
  kind: z.enum(keyKinds),
  start: z.string(),
  /** Host of a client connected by OAuth, whose key changes hourly. */
  client: z.string().nullable(),
  /** Null: all sites. */
  projectId: id.nullable(),
  strikes: z.int(),
  lastUsedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
})
const invitedRole = described(
  z.enum(givenRoles),
  'Admins manage keys and people; members work with the sites; viewers only read',
  'member',
)
/** Null: all. */
const limit = z.array(id).nullable()
export const memberRow = described(
  z.object({
    id,
    email: described(z.string(), 'The mail address', 'ann@example.com'),
    name: described(z.string().nullable(), 'The name; null: not given', 'Ann'),
    role: described(z.enum(roles), 'Their role in the account', 'owner'),
    joinedAt: timestamp,
    frozen: described(z.boolean(), 'True beyond the people of the plan: stays a member and cannot enter', false),
  }),
  'Somebody who belongs to the account',
)
export const teamMemberRow = memberRow.extend({ siteIds: limit })
export const receivedInviteRow = z.object({
  token: z.string(),
  invitedBy: z.string(),
  role: z.enum(givenRoles),
  expiresAt: timestamp,
})
export const inviteRow = described(
  z.object({
    id,
    email: described(z.string(), 'Where the invite was sent', 'bob@example.com'),
    role: invitedRole,
    status: described(z.enum(['pending', 'accepted', 'revoked', 'expired']), 'The state of the invite', 'pending'),
    invitedAt: timestamp,
    expiresAt: described(timestamp, 'Until when it can be accepted', '2026-03-09T06:00:00.000Z'),
  }),
  'An invite to the account',
)
export const teamInviteRow = inviteRow.extend({ siteIds: limit })
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

export const guestRow = z.object({
  id,
  accountId: id,
  status: z.enum(['active', 'claiming', 'claimed', 'ended']),
  agentName: z.string().nullable(),
  /** Coarse, such as 203.0.113.0/24; null once the guest ended. */
  from: z.string().nullable(),
  registeredAt: timestamp,
  expiresAt: timestamp,
})
export type GuestRow = z.infer<typeof guestRow>
