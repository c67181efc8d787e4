import { z } from 'zod'
import { id, sentence, timestamp } from '../fields.ts'

export const adviceRules = [
  'left_top_10',
  'near_top_10',
  'page_swap',
  'rival_passed',
  'errors_on_ranking_page',
  'link_to_disavow',
  'checks_fail',
] as const
export type AdviceRule = (typeof adviceRules)[number]
const adviceActions = ['disavow', 'plan'] as const

const evidenceRow = z.object({
  what: sentence,
  figure: sentence,
  at: timestamp.nullable(),
  url: z.string().nullable(),
})
const shown = { rule: z.enum(adviceRules), title: sentence, evidence: z.array(evidenceRow) }
const simulated = { sandbox: z.literal(true).optional() }

/** Keeps its id while it is about the same thing. */
export const adviceCard = z.object({
  id,
  ...shown,
  at: timestamp,
  /** Of its button; null: opens the page. */
  action: z.enum(adviceActions).nullable(),
  page: z.enum(['keywords', 'comparison', 'issues', 'backlinks']),
  keywordIds: z.array(id),
  ...simulated,
})
export const adviceDecision = z.object({
  id,
  ...shown,
  decision: z.enum(['dismiss', 'done', 'snooze', 'act']),
  /** In words; null: none. */
  action: sentence.nullable(),
  /** `over`: a postponed card is due. */
  status: z.enum(['under_way', 'counts', 'undone', 'over']),
  byRule: z.boolean(),
  /** Mail address of who decided or allowed the rule; null once deleted. */
  by: z.string().nullable(),
  at: timestamp,
  until: timestamp.nullable(),
})
export const adviceRuleRow = z.object({
  rule: z.enum(adviceRules),
  statement: sentence,
  action: z.enum(adviceActions).nullable(),
  /** Actions in seven days; null: it asks. */
  weeklyCap: z.int().nullable(),
  actedInWeek: z.int(),
  allowedBy: z.string().nullable(),
  problem: z.string().nullable(),
})
/** `total`: null if it could not be counted. */
export const adviceTotalRow = z.object({ projectId: id, total: z.int().nullable(), at: timestamp })

const rank = { at: timestamp, position: z.int() }
const ownRank = { ...rank, url: z.string().nullable() }
/** A keyword entered or left the top ten, or ranked with another page. */
export const notableChangeRow = z.object({ keywordId: id, ...ownRank, before: z.object(ownRank) })
/** A competitor passed the site since the check before; `own` is the site's position. */
export const passRow = z.object({
  keywordId: id,
  domain: z.string(),
  ...rank,
  own: z.int(),
  before: z.object({ ...rank, own: z.int() }),
})
export type Evidence = z.infer<typeof evidenceRow>
export type AdviceCard = z.infer<typeof adviceCard>
export type AdviceTotalRow = z.infer<typeof adviceTotalRow>
export type AdviceDecision = z.infer<typeof adviceDecision>
export type AdviceRuleRow = z.infer<typeof adviceRuleRow>
export type NotableChangeRow = z.infer<typeof notableChangeRow>
export type PassRow = z.infer<typeof passRow>
