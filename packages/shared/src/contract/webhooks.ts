import { z } from 'zod'
import * as f from './fields.ts'
import { described } from './words.ts'

const project = described(
  z.object({
    id: f.id,
    name: described(z.string(), 'The label of the site', 'Example shop'),
    domain: described(z.string(), 'A bare host', 'example.com'),
  }),
  'The site that the event is about',
)
const rank = (at: string, position: number) => ({
  at: described(f.timestamp, 'When it was checked', at),
  position: described(z.int(), '1 is the first organic result; 0: not found within the depth', position),
  url: described(z.string().nullable(), 'The page that ranks; null: none', 'https://example.com/menu'),
})

const rankChange = described(
  z.object({
    keywordId: f.id,
    keyword: described(z.string(), 'The phrase', 'cold brew'),
    device: described(z.string(), '`desktop` or `mobile`', 'desktop'),
    country: described(z.string(), 'ISO 3166-1 alpha-2, lower case', 'us'),
    location: described(z.string().nullable(), 'The city, as Google writes it; null: the country', null),
    ...rank('2026-03-02T06:00:00.000Z', 3),
    before: described(z.object(rank('2026-03-01T06:00:00.000Z', 5)), 'The comparable check before'),
  }),
  'A check in which the position or the page of a keyword differs from the comparable check before',
)
const rankChanged = z.object({
  project,
  count: described(z.int(), 'How many changes the event has', 1),
  changes: described(z.array(rankChange).max(200), 'Oldest first'),
})

const count = (what: string) => described(z.int(), `How many ${what} it found`, 4)
const codes = (what: string, example: string) =>
  described(z.array(z.string()), `Codes of issues ${what} the audit before`, [example])
const auditFinished = z.object({
  project,
  crawlId: f.id,
  status: described(z.enum(['ready', 'partial']), '`partial`: not all pages could be read', 'ready'),
  score: described(z.number().nullable(), 'How good the pages are, 0 to 100; null: no page was read', 84),
  health: described(z.number().nullable(), 'Pages without an error, in per cent', 92),
  pages: described(z.int(), 'How many pages were read', 120),
  errors: count('errors'),
  warnings: count('warnings'),
  notices: count('notices'),
  newIssues: codes('that were not there in', 'IMG_BROKEN'),
  fixedIssues: codes('that are fixed since', 'TITLE_SHORT'),
})

const linkChange = z.object({
  change: described(z.enum(['won', 'lost']), '`won`: seen for the first time', 'won'),
  domainFrom: described(z.string(), 'The host that links', 'blog.example.org'),
  urlFrom: described(z.string().nullable(), 'The page that links; null where only its host is known', null),
  urlTo: described(z.string().nullable(), 'The page that it leads to; null where it is unknown', null),
  at: described(f.timestamp, 'When it was seen first, or found to be lost'),
})
const linksChanged = z.object({
  project,
  won: described(z.int(), 'How many links were won', 1),
  lost: described(z.int(), 'How many links were lost', 0),
  links: described(z.array(linkChange).max(25), 'The first 25 of them'),
})

const figure = z.union([z.number(), z.string(), z.null()])
const alert = z.object({
  id: f.id,
  rule: described(z.string(), 'The rule that raised it', 'left_top_10'),
  title: described(z.string(), 'The alert in words', 'cold brew left the top 10'),
  keywordId: described(f.id.nullable(), 'Null where it is about no keyword'),
  keyword: described(z.string().nullable(), 'Its phrase', 'cold brew'),
  from: described(figure, 'The figure before; null where there is none', 8),
  to: described(figure, 'The figure now; null where there is none', 14),
  url: described(z.string().nullable(), 'The page that it is about', 'https://example.com/menu'),
  at: f.timestamp,
})
const alertRaised = z.object({
  project,
  count: described(z.int(), 'How many alerts were raised', 1),
  alerts: described(z.array(alert).max(25), 'The first 25 of them'),
  page: described(z.string(), 'The page of the dashboard that shows them', 'https://ranks.example/'),
})

export const webhookEvents = {
  'rank.changed': {
    summary: 'Positions or pages of keywords changed',
    details: 'At most 200 changes; a check with more of them makes several events.',
    data: rankChanged,
  },
  'audit.finished': { summary: 'An audit of the site ended', details: 'Once for each crawl.', data: auditFinished },
  'links.changed': {
    summary: 'The site won or lost links',
    details: 'By the pages that were looked at since the event before.',
    data: linksChanged,
  },
  'alert.raised': { summary: 'Alerts were raised', details: 'As the site’s rules of alerts say.', data: alertRaised },
} as const satisfies Record<string, { summary: string; details: string; data: z.ZodObject<z.ZodRawShape> }>

export type WebhookType = keyof typeof webhookEvents
export type WebhookData<T extends WebhookType> = z.input<(typeof webhookEvents)[T]['data']>
// safe because the keys of an object are its own names
export const webhookTypes = Object.keys(webhookEvents) as [WebhookType, ...WebhookType[]]
export const webhookType = z.enum(webhookTypes)

export function webhookBody<T extends WebhookType>(type: T) {
  return described(
    z.object({
      type: described(z.literal(type), 'The type of the event', type),
      timestamp: described(f.timestamp, 'When it happened'),
      sandbox: described(z.literal(true).optional(), 'True if the sandbox simulated the data; else absent', true),
      data: described(webhookEvents[type].data, 'The change itself'),
    }),
    webhookEvents[type].summary,
  )
}
