import { z } from 'zod'
import { timestamp } from '../fields.ts'

/** Why a connection ended: Google withdrew it, our key to it is lost, or the right to read was taken away. */
export const brokenReasons = ['revoked', 'unreadable', 'unticked'] as const
export type BrokenReason = (typeof brokenReasons)[number]

/** What came of a person's way to Google and back. */
export const connectOutcomes = [
  'connected',
  'denied',
  'unticked',
  'no_refresh_token',
  'state_invalid',
  'failed',
] as const
export type ConnectOutcome = (typeof connectOutcomes)[number]

/** The Google account that was connected; it stays while the connection is broken, so that a page can name it. */
export const googleAccountRow = z.object({
  email: z.string(),
  connectedAt: timestamp,
  brokenSince: timestamp.nullable(),
  brokenReason: z.enum(brokenReasons).nullable(),
})

export const propertyRow = z.object({
  siteUrl: z.string(),
  /** As Google names it: siteOwner, siteFullUser or siteRestrictedUser. */
  permission: z.string(),
  /** Whether it is about the site's own domain. */
  isForSite: z.boolean(),
})

export const searchQueryRow = z.object({
  query: z.string(),
  clicks: z.int(),
  impressions: z.int(),
  /** From 0 to 1. */
  ctr: z.number(),
  /** Google's mean over the days. */
  position: z.number(),
  /** The tracked keyword of that phrase, with the position of its last check: 0 where it was not found, null before the first one. */
  keywordId: z.string().nullable(),
  ownPosition: z.int().nullable(),
  ownCheckedAt: timestamp.nullable(),
})
