import { z } from 'zod'
import { planSchema } from '../../plans.ts'
import { networkSchema } from '../caller.ts'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import { guestRow } from '../rows/account.ts'
import { siteRow } from '../rows/site.ts'

const keyLimits = z.object({
  sites: z.int(),
  keywords: z.int(),
  checkEveryDays: z.int(),
  collectsPerDay: z.int(),
  competitorsPerSite: z.int(),
})
const linkParams = z.strictObject({ token: f.idParam })

/** Registration, the key's rights, and the claim by a person. */
export const guestOperations = defineOperations({
  'guests.register': {
    owner: 'gateway',
    kind: 'write',
    once: true,
    summary: 'A token for a guest without an account; a second one for the same guest where the first was never used',
    callers: ['system'],
    body: z.strictObject({ network: networkSchema, agentName: f.name(100).optional() }),
    response: z.object({ guest: guestRow, secret: z.string(), limits: keyLimits }),
    mcp: { tool: 'register' },
  },
  'accountStatus.get': {
    owner: 'gateway',
    kind: 'read',
    scope: 'open',
    summary: 'The kind of the key, and the limits of its plan',
    callers: ['account', 'guest'],
    response: z.object({
      kind: z.enum(['guest', 'lasting']),
      plan: planSchema,
      expiresAt: f.timestamp.nullable(),
      limits: keyLimits,
    }),
    mcp: { tool: 'account_status' },
  },
  'guestLinks.create': {
    owner: 'gateway',
    kind: 'write',
    scope: 'open',
    once: true,
    summary: 'A single-use link by which a person takes the guest’s site over',
    callers: ['guest'],
    body: z.strictObject({ reason: f.line(1, 500).optional() }),
    response: z.object({ url: z.string(), expiresAt: f.timestamp }),
    mcp: { tool: 'request_link' },
  },
  'guestLinks.get': {
    owner: 'gateway',
    kind: 'read',
    summary: 'The purpose of a link; reading it changes nothing',
    callers: ['system', 'operator'],
    params: linkParams,
    /** `until`: last moment to claim; a sign-up by the link delays it once. */
    response: z.object({ guest: guestRow, reason: z.string().nullable(), until: f.timestamp }),
  },
  'guestLinks.update': {
    owner: 'gateway',
    kind: 'write',
    summary: 'Hold the guest one hour past its end, once, while a person signs up by its link',
    callers: ['system'],
    params: linkParams,
    response: z.object({ guest: guestRow }),
  },
  'guests.claim': {
    owner: 'gateway',
    kind: 'write',
    scope: 'account',
    summary: 'Move a guest’s site to an account, or turn the guest’s own account into a Free one',
    callers: ['operator', 'person', 'system'],
    roles: managers,
    body: z.strictObject({
      /** Whole, or its last part. */
      link: z.string().min(1).max(2_000),
      accountId: f.idParam.optional(),
      /** Without an account: the new address of the guest's own. */
      email: z.email().max(254).optional(),
      /** The token becomes a lasting key for its site, the account, or nothing. */
      key: z.enum(['site', 'account', 'none']).default('site'),
    }),
    response: z.object({ projectId: f.id.nullable(), keyId: f.id.nullable(), accountId: f.id }),
  },
  'sites.claim': {
    owner: 'projects',
    kind: 'write',
    summary: 'Move a guest’s site to another account under its plan limit; a repeat answers the site that was moved',
    callers: ['system'],
    body: z.strictObject({ guestAccountId: f.idParam, accountId: f.idParam }),
    /** Null: the guest had no site. */
    response: z.object({ project: siteRow.nullable() }),
  },
})
