import { z } from 'zod'
import { planLimitsSchema, planSchema } from '../../plans.ts'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import { accountRow, auditRow, usageDayRow } from '../rows/account.ts'

const accountParams = z.strictObject({ accountId: f.idParam })
const email = z.email().max(254)
const plan = planSchema.exclude(['guest'])

export const accountOperations = defineOperations({
  'accounts.create': {
    owner: 'gateway',
    kind: 'write',
    summary:
      'Create an account; one with this id, or without an id an open one with this mail address, is answered as it is',
    callers: ['operator', 'system'],
    body: z.strictObject({
      id: f.idParam.optional(),
      email,
      plan,
      /** Beside an id: returns an open account with this address instead of a new one; with `only` makes none. */
      adopt: z.enum(['or_create', 'only']).optional(),
    }),
    response: z.object({ account: accountRow, created: z.boolean() }),
  },
  'accounts.list': {
    owner: 'gateway',
    kind: 'read',
    summary: 'All accounts, oldest first',
    callers: ['operator', 'system'],
    response: z.object({ accounts: z.array(accountRow) }),
  },
  'accounts.get': {
    owner: 'gateway',
    kind: 'read',
    scope: 'open',
    summary: 'An account and the limits of its plan',
    callers: ['operator', 'system', 'person'],
    params: accountParams,
    response: z.object({ account: accountRow, limits: planLimitsSchema }),
  },
  'accounts.update': {
    owner: 'gateway',
    kind: 'write',
    summary: 'Change the plan of an open account',
    callers: ['operator'],
    params: accountParams,
    body: z.strictObject({ plan }),
    response: z.object({ account: accountRow }),
  },
  'accounts.contact': {
    owner: 'gateway',
    kind: 'write',
    summary: 'Change the mail address of an account: its owner has a new one, or it has a new owner',
    callers: ['system'],
    params: accountParams,
    body: z.strictObject({ email }),
    response: z.object({ account: accountRow }),
  },
  'accounts.close': {
    owner: 'gateway',
    kind: 'write',
    scope: 'account',
    summary: 'Close an account for good: its keys end at once, its data is deleted everywhere',
    callers: ['operator', 'person'],
    roles: ['owner'],
    fresh: true,
    params: accountParams,
    body: z.strictObject({ confirm: z.string().max(254) }),
    response: z.object({ account: accountRow }),
  },
  'usage.get': {
    owner: 'gateway',
    kind: 'read',
    scope: 'account',
    summary: 'An account with its calls and collects: today, and the last thirty days',
    callers: ['operator', 'person'],
    params: accountParams,
    response: z.object({
      account: accountRow,
      calls: z.object({
        used: z.int(),
        limit: z.int(),
        remaining: z.int(),
        resetsAt: f.timestamp,
        exhausted: z.boolean(),
      }),
      collects: z.object({ used: z.int(), limit: z.int() }),
      days: z.array(usageDayRow),
    }),
  },
  'audit.list': {
    owner: 'gateway',
    kind: 'read',
    scope: 'account',
    summary: 'Events of an account, its keys and its plan, each with its person; the newest first',
    callers: ['operator', 'person'],
    roles: managers,
    params: accountParams,
    query: z.strictObject(f.paging),
    response: z.object({ entries: z.array(auditRow), ...f.paged }),
  },
})
