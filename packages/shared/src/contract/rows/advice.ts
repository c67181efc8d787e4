import { z } from 'zod'
import { id, sentence, timestamp } from '../fields.ts'

/** The rules by which facts become cards. */
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
/** The actions of rules: put a host on the disavow list, put a page into the content plan. */
const adviceActions = ['disavow', 'plan'] as const

/** A figure that a card rests on, when it was read, and the page that it is about. */
const evidenceRow = z.object({
  what: sentence,
  figure: sentence,
  at: timestamp.nullable(),
  url: z.string().nullable(),
})
const shown = { rule: z.enum(adviceRules), title: sentence, evidence: z.array(evidenceRow) }
const simulated = { sandbox: z.literal(true).optional() }

/** A fact that asks for a decision. It keeps its id as long as it is about the same thing. */
export const adviceCard = z.object({
  id,
  ...shown,
  /** When the newest part of it was read. */
  at: timestamp,
  /** The action of its button; null: it opens the page. */
  action: z.enum(adviceActions).nullable(),
  /** The page that shows it. */
  page: z.enum(['keywords', 'comparison', 'issues', 'backlinks']),
  /** The keywords that it is about, where it is about keywords alone. */
  keywordIds: z.array(id),
  ...simulated,
})
/** The decision on a card and its effect. */
export const adviceDecision = z.object({
  id,
  ...shown,
  decision: z.enum(['dismiss', 'done', 'snooze', 'act']),
  /** The action that was taken, in words; null if none was. */
  action: sentence.nullable(),
  /** `over`: the card was put off, and that time has passed. */
  status: z.enum(['under_way', 'counts', 'undone', 'over']),
  /** Whether the rule acted by itself. */
  byRule: z.boolean(),
  /** The mail address of the person who decided, or allowed the rule; null once they are deleted. */
  by: z.string().nullable(),
  at: timestamp,
  /** When a card that was put off comes back. */
  until: timestamp.nullable(),
})
/** A rule in words, and whether it acts by itself on a site. */
export const adviceRuleRow = z.object({
  rule: z.enum(adviceRules),
  statement: sentence,
  action: z.enum(adviceActions).nullable(),
  /** How often it may act in seven days; null: it asks. */
  weeklyCap: z.int().nullable(),
  actedInWeek: z.int(),
  allowedBy: z.string().nullable(),
  /** Why it does not act although it may. */
  problem: z.string().nullable(),
})
/** `total` is null where it could not be counted. */
export const adviceTotalRow = z.object({ projectId: id, total: z.int().nullable(), at: timestamp })

const rank = { at: timestamp, position: z.int() }
const ownRank = { ...rank, url: z.string().nullable() }
/** A check in which a keyword came into the top ten, left it, or ranked with another page than in the check before. */
export const turnRow = z.object({ keywordId: id, ...ownRank, before: z.object(ownRank) })
/** The check in which a competitor came ahead of the site, and the check before; `own` is the site's position. */
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
export type TurnRow = z.infer<typeof turnRow>
export type PassRow = z.infer<typeof passRow>
