import { z } from 'zod'
import { id, sentence, timestamp } from '../fields.ts'

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

/** `threshold`: null without one, else from `min` to `max`. */
export const alertSetting = z.object({
  rule: z.enum(alertRules),
  isOn: z.boolean(),
  threshold: z.int().nullable(),
  min: z.int(),
  max: z.int(),
})
export type AlertSetting = z.infer<typeof alertSetting>

/** `name`: phrase, host, prompt or issue; `subject`: its id. A rank of 0 is not found. */
export const alertItem = z.object({
  subject: z.string(),
  name: z.string(),
  /** The name for other languages, where it is a sentence of ours. */
  sentence: sentence.optional(),
  keywordId: id.nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** `to` is per cent of so many; absent otherwise. */
  answers: z.int().optional(),
  url: z.string().nullable(),
  at: timestamp,
})
export type AlertItem = z.infer<typeof alertItem>

/** Above a `count` of ten only the first ten items. */
export const alertRow = z.object({
  id,
  rule: z.enum(alertRules),
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
export const quietHours = z.object({ from: clock, until: clock })
