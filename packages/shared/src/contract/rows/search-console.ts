import { z } from 'zod'
import { rounded, timestamp } from '../fields.ts'
import { described } from '../words.ts'

/** Google withdrew it, our key is lost, or the right to read was removed. */
export const brokenReasons = ['revoked', 'unreadable', 'unticked'] as const
export type BrokenReason = (typeof brokenReasons)[number]

export const connectOutcomes = [
  'connected',
  'denied',
  'unticked',
  'no_refresh_token',
  'state_invalid',
  'failed',
] as const
export type ConnectOutcome = (typeof connectOutcomes)[number]

/** Stays while broken: pages name it. */
export const googleAccountRow = described(
  z.object({
    email: described(z.string(), 'The Google account', 'ann@example.com'),
    connectedAt: timestamp,
    brokenSince: described(timestamp.nullable(), 'Since when Google refuses; null: it does not', null),
    brokenReason: described(z.enum(brokenReasons).nullable(), 'Why: a person has to connect again', null),
  }),
  'The Google account that is connected',
)

export const propertyRow = described(
  z.object({
    siteUrl: described(z.string(), 'The property, as Google names it', 'sc-domain:example.com'),
    permission: described(z.string(), '`siteOwner`, `siteFullUser` or `siteRestrictedUser`', 'siteOwner'),
    isForSite: described(z.boolean(), 'Whether it is about the domain of the site', true),
  }),
  'A property of the search console',
)

const figures = {
  clicks: described(z.int(), 'Clicks within the window', 120),
  impressions: described(z.int(), 'How often the site was shown', 2_600),
  ctr: described(rounded(4), 'Clicks ÷ impressions, 0 to 1', 0.046),
  position: described(rounded(2), 'Google’s mean rank over the window', 5.3),
}

/** A day in California; none without impressions. */
export const searchDayRow = z.object({ day: z.iso.date(), ...figures })

/** `previousClicks`: as many days before; null where Google's list was cut. */
export const searchPageRow = z.object({ page: z.string(), ...figures, previousClicks: z.int().nullable() })

export const searchQueryRow = described(
  z.object({
    query: described(z.string(), 'The query that people searched for', 'coffee beans'),
    ...figures,
    keywordId: described(z.string().nullable(), 'The keyword that tracks it; null: none does', null),
    ownPosition: described(
      z.int().nullable(),
      'The rank of our last check; 0: not found; null: not tracked, or not checked yet',
      null,
    ),
    ownCheckedAt: described(timestamp.nullable(), 'When we checked; null: never', null),
  }),
  'A query with which people found the site',
)
