import { z } from 'zod'
import { planSchema } from '../plans.ts'
import { timestamp } from './fields.ts'
import { brokenReasons } from './rows/search-console.ts'
import type { ServiceName } from './services.ts'
import { webhookEvents } from './webhooks.ts'

export const consumers = {
  'projects.accounts': 'projects',
  'research.accounts': 'research',
  'content.accounts': 'content',
  'dashboard.accounts': 'dashboard',
  'research.sites': 'research',
  'content.sites': 'content',
  'dashboard.sites': 'dashboard',
  'projects.guests': 'projects',
  'gateway.notices': 'gateway',
  'gateway.letters': 'gateway',
  'gateway.subscriptions': 'gateway',
  'gateway.team': 'gateway',
  'gateway.trash': 'gateway',
  'dashboard.letters': 'dashboard',
  'dashboard.searchConsole': 'dashboard',
  'dashboard.audits': 'dashboard',
  'dashboard.links': 'dashboard',
} as const satisfies Record<string, ServiceName>
export type ConsumerName = keyof typeof consumers
export type ConsumerOf<S extends ServiceName> = {
  [C in ConsumerName]: (typeof consumers)[C] extends S ? C : never
}[ConsumerName]

/** A `writer` fact goes from each writing service to that service's own consumer. */
type EventRow = { owner: ServiceName | 'writer'; consumers: readonly ConsumerName[]; state: z.ZodObject<z.ZodRawShape> }

const accountState = z.object({
  id: z.string(),
  plan: planSchema,
  status: z.enum(['active', 'closed']),
  /** Absent: the plan's. A network's second guest in seven days is checked weekly. */
  checkEveryDays: z.int().positive().optional(),
})
const siteState = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  domain: z.string(),
  country: z.string(),
  language: z.string(),
  createdAt: timestamp,
  deletedAt: timestamp.nullable(),
  /** Beyond the plan: readable, but nothing starts for it. */
  frozen: z.boolean(),
})

/** Its sites are deleted; after a claim, only those left in its own account. */
const guestState = z.object({
  id: z.string(),
  accountId: z.string(),
  status: z.enum(['ended', 'claimed']),
  /** The site's new account; the guest's own after an upgrade in place. */
  claimedBy: z.string().nullable(),
  at: timestamp,
})

const ofSite = { siteId: z.string(), at: timestamp, sandbox: z.boolean() }
const auditState = z.object({ ...ofSite, ...webhookEvents['audit.finished'].data.omit({ project: true }).shape })
const linksState = z.object({ ...ofSite, ...webhookEvents['links.changed'].data.omit({ project: true }).shape })

const teamActions = [
  'member.invited',
  'invite.revoked',
  'member.joined',
  'member.changed',
  'member.removed',
  'member.left',
  'owner.changed',
] as const
export type TeamAction = (typeof teamActions)[number]

const trashActions = ['site.deleted', 'site.restored', 'keywords.deleted', 'keywords.restored'] as const
export type TrashAction = (typeof trashActions)[number]

/** Must not be lost. Each has its aggregate's full state and a version that only increases. */
export const events = {
  'account.changed': {
    owner: 'gateway',
    consumers: ['projects.accounts', 'research.accounts', 'content.accounts', 'dashboard.accounts'],
    state: accountState,
  },
  'site.changed': {
    owner: 'projects',
    consumers: ['research.sites', 'content.sites', 'dashboard.sites'],
    state: siteState,
  },
  /** In the trash nothing acts for it. `site.changed` restores it, `site.deleted` ends it. */
  'site.trashed': {
    owner: 'projects',
    consumers: ['research.sites', 'content.sites', 'dashboard.sites'],
    state: siteState,
  },
  'site.deleted': {
    owner: 'projects',
    consumers: ['research.sites', 'content.sites', 'dashboard.sites'],
    state: siteState,
  },
  'guest.ended': { owner: 'gateway', consumers: ['projects.guests'], state: guestState },
  'guest.claimed': { owner: 'gateway', consumers: ['projects.guests'], state: guestState },
  /** Ended without a request from here; once per connection. */
  'searchConsole.broken': {
    owner: 'projects',
    consumers: ['dashboard.searchConsole'],
    state: z.object({ accountId: z.string(), email: z.string(), reason: z.enum(brokenReasons), at: timestamp }),
  },
  /** A crawl ended with an audit; once per crawl. */
  'audit.finished': { owner: 'content', consumers: ['dashboard.audits'], state: auditState },
  /** Links won or lost since the last fact. */
  'links.changed': { owner: 'research', consumers: ['dashboard.links'], state: linksState },
  'subscription.changed': {
    owner: 'dashboard',
    consumers: ['gateway.subscriptions'],
    state: z.object({
      id: z.string(),
      plan: planSchema,
      paidUntil: timestamp.nullable(),
      orderId: z.string().nullable(),
      at: timestamp,
    }),
  },
  'team.changed': {
    owner: 'dashboard',
    consumers: ['gateway.team'],
    state: z.object({
      accountId: z.string(),
      action: z.enum(teamActions),
      actor: z.string(),
      detail: z.record(z.string(), z.string()),
      at: timestamp,
    }),
  },
  /** One deletion or restoration, for the account's audit log. */
  'trash.changed': {
    owner: 'projects',
    consumers: ['gateway.trash'],
    state: z.object({
      accountId: z.string(),
      action: z.enum(trashActions),
      actor: z.string(),
      /** Null for a person. */
      keyId: z.string().nullable(),
      detail: z.record(z.string(), z.string()),
      at: timestamp,
    }),
  },
  // Only by the fifth strike: a revocation by hand is only an audit entry.
  'key.revoked': {
    owner: 'gateway',
    consumers: ['gateway.notices'],
    state: z.object({
      keyId: z.string(),
      name: z.string(),
      start: z.string(),
      accountId: z.string(),
      ownerEmail: z.string(),
      strikes: z.int(),
      revokedAt: timestamp,
    }),
  },
  /** Only the writing service can open and send it. */
  'letter.written': {
    owner: 'writer',
    consumers: ['gateway.letters', 'dashboard.letters'],
    state: z.object({
      id: z.string().regex(/^[\w.-]{1,100}$/),
      kind: z.string(),
      to: z.string(),
      at: timestamp,
      sealed: z.string(),
    }),
  },
} as const satisfies Record<string, EventRow>

export type Events = typeof events
export type EventType = keyof Events
/** `kind:id`; the kind is its type's. */
export type AggregateOf<T extends EventType> = T extends `${infer Kind}.${string}` ? `${Kind}:${string}` : never
export type EventState<T extends EventType> = z.output<Events[T]['state']>

export function activeConsumers(disabledServices: readonly string[]): ConsumerName[] {
  // safe because the keys of an object are its own names
  const names = Object.keys(consumers) as ConsumerName[]
  return names.filter((name) => !disabledServices.includes(consumers[name]))
}
