import { z } from 'zod'
import { depths } from '../../plans.ts'
import { id, timestamp } from '../fields.ts'
import { storedLocale, storedVariant } from '../locale.ts'
import { described } from '../words.ts'

export const siteRow = described(
  z.object({
    id,
    name: described(z.string(), 'The label of the site', 'Example shop'),
    domain: described(z.string(), 'A bare host. Its subdomains belong to the site', 'example.com'),
    tags: described(z.array(z.string()), 'Your own labels', ['shop']),
    description: described(z.string().nullable(), 'A note', null),
    ...storedLocale,
    autoAddPreference: described(
      z.string().nullable(),
      'A description of the keywords that Auto-add should look for',
      null,
    ),
    checksPausedAt: described(timestamp.nullable(), 'Since when scheduled checks are paused; null: they run', null),
    frozen: described(
      z.boolean(),
      'True beyond the sites of the plan: readable, and nothing is checked, collected or written for it',
      false,
    ),
    createdAt: timestamp,
  }),
  'A website whose ranks are tracked',
)
/** Results read per page: `depth` up to `maxDepth`; `smart`: only as many as needed. */
export const siteDepthRow = z.object({ depth: z.literal(depths), maxDepth: z.literal(depths), smart: z.boolean() })
export type SiteDepthRow = z.infer<typeof siteDepthRow>
export type SiteRow = z.infer<typeof siteRow>

const deleted = {
  deletedAt: timestamp,
  /** `person:ID` or `key:ID`; null if unknown. */
  deletedBy: z.string().nullable(),
  restorableUntil: timestamp,
}
/** Its keywords return with it. */
export const trashedSiteRow = z.object({ id, name: z.string(), domain: z.string(), keywords: z.int(), ...deleted })
export const trashedKeywordRow = z.object({
  id,
  projectId: id,
  site: z.string(),
  keyword: z.string(),
  ...storedLocale,
  ...storedVariant,
  ...deleted,
})
/** The phrase is tracked again, or the plan is full. */
export const unrestoredRow = z.object({
  id,
  keyword: z.string(),
  code: z.enum(['duplicate', 'plan_limit_reached']),
})
export type TrashedSiteRow = z.infer<typeof trashedSiteRow>
export type TrashedKeywordRow = z.infer<typeof trashedKeywordRow>
export type UnrestoredRow = z.infer<typeof unrestoredRow>
