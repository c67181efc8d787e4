import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { storedLocale, storedVariant } from '../locale.ts'

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
