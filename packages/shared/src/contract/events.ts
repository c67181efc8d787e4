import { z } from 'zod'
import { planSchema } from '../plans.ts'
import { timestamp } from './fields.ts'
import { brokenReasons } from './rows/search-console.ts'
import type { ServiceName } from './services.ts'
import { webhookEvents } from './webhooks.ts'

/** Who receives a fact. A consumer lives in one service. */
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
/** The consumers that live in a service. */
export type ConsumerOf<S extends ServiceName> = {
  [C in ConsumerName]: (typeof consumers)[C] extends S ? C : never
}[ConsumerName]

/** A fact of the owner `writer` goes from each service that writes it to that service's own consumer. */
type EventRow = { owner: ServiceName | 'writer'; consumers: readonly ConsumerName[]; state: z.ZodObject<z.ZodRawShape> }

const accountState = z.object({
  id: z.string(),
  plan: planSchema,
  status: z.enum(['active', 'closed']),
  /** Where it differs from the plan's: a network's second guest within seven days is checked weekly. */
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
  /** Beyond the plan: readable, and nothing starts for it. */
  frozen: z.boolean(),
})

/** How a guest ended: its sites are deleted; after a claim, only those left in the guest's own account. */
const guestState = z.object({
  id: z.string(),
  accountId: z.string(),
  status: z.enum(['ended', 'claimed']),
  /** The account that has the site now; the guest's own where that was upgraded in place. */
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

/** Facts that must not be lost. Each carries the full state of its aggregate and a version that only increases. */
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
  /** It is in the trash: nothing acts for it, and all of it is kept. `site.changed` brings it back, `site.deleted` ends it. */
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
  /** A connection to the search console ended without anybody here asking for it; once for each connection. */
  'searchConsole.broken': {
    owner: 'projects',
    consumers: ['dashboard.searchConsole'],
    state: z.object({ accountId: z.string(), email: z.string(), reason: z.enum(brokenReasons), at: timestamp }),
  },
  /** A crawl of a site ended with an audit; once for each crawl. */
  'audit.finished': { owner: 'content', consumers: ['dashboard.audits'], state: auditState },
  /** Links of a site that were won or lost since the fact before. */
  'links.changed': { owner: 'research', consumers: ['dashboard.links'], state: linksState },
  'subscription.changed': {
    owner: 'dashboard',
    consumers: ['gateway.subscriptions'],
    state: z.object({
      /** The account's. */
      id: z.string(),
      plan: planSchema,
      paidUntil: timestamp.nullable(),
      /** The order that pays for it; null where nothing does. */
      orderId: z.string().nullable(),
      at: timestamp,
    }),
  },
  /** One action of a member of an account, for its audit log. */
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
  /** One deletion or restoration of a site or of keywords, for the account's audit log. */
  'trash.changed': {
    owner: 'projects',
    consumers: ['gateway.trash'],
    state: z.object({
      accountId: z.string(),
      action: z.enum(trashActions),
      actor: z.string(),
      /** The key of the caller; null for a person. */
      keyId: z.string().nullable(),
      detail: z.record(z.string(), z.string()),
      at: timestamp,
    }),
  },
  // By the fifth strike alone: a revocation by hand is an entry in the audit log and no fact.
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
  /** A mail that waits; only the service that wrote it can open and send it. */
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
/** The subject of a fact, as `kind:id`; the kind is that of its type. */
export type AggregateOf<T extends EventType> = T extends `${infer Kind}.${string}` ? `${Kind}:${string}` : never
export type EventState<T extends EventType> = z.output<Events[T]['state']>

/** The consumers whose services are enabled. */
export function activeConsumers(disabledServices: readonly string[]): ConsumerName[] {
  // safe because the keys of an object are its own names
  const names = Object.keys(consumers) as ConsumerName[]
  return names.filter((name) => !disabledServices.includes(consumers[name]))
}
