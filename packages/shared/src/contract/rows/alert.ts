import { z } from 'zod'
import { id, sentence, timestamp } from '../fields.ts'

/** The rules by which facts become alerts. */
export const alertRules = [
  'not_found',
  'left_top',
  'fell',
  'reached_top',
  'rose',
  'new_page',
  'rival_passed',
  'checks_fail',
  'audit_errors',
  'links_lost',
  'links_won',
  'ai_lost',
  'ai_won',
  'clicks_fell',
] as const
export type AlertRule = (typeof alertRules)[number]

/** A rule as somebody set it; `threshold` is null for a rule that has none, and between `least` and `most` otherwise. */
export const alertSetting = z.object({
  rule: z.enum(alertRules),
  isOn: z.boolean(),
  threshold: z.int().nullable(),
  min: z.int(),
  max: z.int(),
})
export type AlertSetting = z.infer<typeof alertSetting>

/** A moment of an alert; `name` is the phrase, host, prompt or issue, `subject` its id. Of a rank, 0 is not found. */
export const alertItem = z.object({
  subject: z.string(),
  name: z.string(),
  /** The name for other languages, where it is a sentence of ours. */
  sentence: sentence.optional(),
  keywordId: id.nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** Of how many answers `to` is a share, in per cent; absent where it is none. */
  answers: z.int().optional(),
  url: z.string().nullable(),
  at: timestamp,
})
export type AlertItem = z.infer<typeof alertItem>

/** An alert that was raised; one with a `count` above ten has the first ten items. */
export const alertRow = z.object({
  id,
  rule: z.enum(alertRules),
  /** For the channels of the site, instead of for the person. */
  isForChannels: z.boolean(),
  threshold: z.int().nullable(),
  count: z.int(),
  items: z.array(alertItem),
  raisedAt: timestamp,
  projectId: id,
  site: z.string(),
})
export type AlertRow = z.infer<typeof alertRow>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00')
/** Hours without mail, in the zone of the person. */
export const quietHours = z.object({ from: clock, until: clock })
