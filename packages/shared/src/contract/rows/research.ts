import { z } from 'zod'
import { failureKinds } from '../../failure.ts'
import { id, provenance, timestamp } from '../fields.ts'

const figures = {
  volume: z.int().nullable(),
  difficulty: z.number().min(0).max(100).nullable(),
  /** US dollars. */
  cpc: z.number().nullable(),
  intent: z.string().nullable(),
}

export const researchRow = z.object({
  keyword: z.string(),
  ...figures,
  competition: z.number().min(0).max(1).nullable(),
  trend: z.array(z.object({ year: z.int(), month: z.int(), volume: z.int().nullable() })),
  ...provenance,
  updatedAt: timestamp,
})
export const plannerRow = researchRow.extend({
  cluster: z.string().nullable(),
  tracked: z.boolean(),
  keywordId: id.nullable(),
  position: z.int().nullable(),
  opportunity: z.number().min(0).max(100).nullable(),
  lowTopOfPageBid: z.number().nullable(),
  highTopOfPageBid: z.number().nullable(),
})
export const gapRow = z.object({
  keyword: z.string(),
  ...figures,
  position: z.int().nullable(),
  competitors: z.array(z.object({ id, domain: z.string(), position: z.int().nullable(), url: z.string().nullable() })),
  type: z.enum(['missing', 'weak', 'shared']),
  score: z.number(),
  ...provenance,
  updatedAt: timestamp,
})
export const trafficRow = z.object({
  id,
  domain: z.string(),
  organicTraffic: z.number().nullable(),
  organicKeywords: z.int().nullable(),
  trafficValue: z.number().nullable(),
  commonKeywords: z.int().nullable(),
  averagePosition: z.number().nullable(),
  positions: z.object({ top3: z.int(), top10: z.int(), top20: z.int(), top100: z.int() }).nullable(),
  topPages: z.array(z.object({ url: z.string(), traffic: z.number().nullable() })),
  ...provenance,
  updatedAt: timestamp,
})
export const backlinkRow = z.object({
  id,
  urlFrom: z.string().nullable(),
  domainFrom: z.string(),
  urlTo: z.string().nullable(),
  anchor: z.string().nullable(),
  title: z.string().nullable(),
  rel: z.array(z.string()),
  dofollow: z.boolean().nullable(),
  domainRank: z.number().nullable(),
  spamScore: z.number().nullable(),
  firstSeen: timestamp.nullable(),
  lastSeen: timestamp.nullable(),
  isNew: z.boolean().nullable(),
  isLost: z.boolean().nullable(),
  isBroken: z.boolean().nullable(),
  disavowed: z.boolean(),
  suggestion: z.enum(['keep', 'review', 'disavow']),
  reasons: z.array(z.string()),
  ...provenance,
})
const citation = z.object({ url: z.string(), domain: z.string(), title: z.string().nullable(), isYours: z.boolean() })
const run = z.object({
  engine: z.string(),
  model: z.string().nullable(),
  status: z.enum(['ready', 'failed', 'queued']),
  mentioned: z.boolean().nullable(),
  cited: z.boolean().nullable(),
  position: z.int().nullable(),
  citations: z.array(citation),
  checkedAt: timestamp.nullable(),
  error: z.enum(failureKinds).nullable(),
  sandbox: z.literal(true).optional(),
})
export const promptRow = z.object({
  id,
  prompt: z.string(),
  source: z.enum(['suggested', 'custom']),
  status: z.enum(['active', 'paused', 'unavailable']),
  /** Beyond what the plan allows: kept, not run. */
  frozen: z.boolean(),
  lastRunAt: timestamp.nullable(),
  mentionRate: z.number().nullable(),
  citationRate: z.number().nullable(),
  shareOfVoice: z.number().nullable(),
  engines: z.array(run),
  history: z.array(
    z.object({ checkedAt: timestamp, mentionRate: z.number().nullable(), citationRate: z.number().nullable() }),
  ),
})

/** Something that is collected for a site. */
/** One answer of one engine in full; `text` is null after ninety days. */
export const promptAnswerRow = z.object({
  id,
  engine: z.string(),
  model: z.string(),
  checkedAt: timestamp,
  mentioned: z.boolean(),
  cited: z.boolean(),
  position: z.int().nullable(),
  citationPosition: z.int().nullable(),
  citations: z.array(citation),
  text: z.string().nullable(),
  /** Whether the engine looked the web up. */
  searched: z.boolean(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  sandbox: z.literal(true).optional(),
})
/** An import of the domain graph: how far it is, and what it brought. */
export const graphRow = z.object({
  release: z.string(),
  status: z.enum(['queued', 'running', 'ready', 'failed']),
  step: z.enum(['ids', 'edges', 'names', 'ranks']).nullable(),
  /** Part of the step's file that is read, 0 to 1; null when its size is unknown. */
  part: z.number().min(0).max(1).nullable(),
  links: z.int(),
  /** Links beyond the most that one site keeps. */
  dropped: z.int(),
  ranked: z.int(),
  /** Sites that came after it was searched: asking for it again brings their links. */
  missing: z.int(),
  error: z.string().nullable(),
  askedAt: timestamp,
  doneAt: timestamp.nullable(),
})
export type BacklinkRow = z.infer<typeof backlinkRow>
export type PromptRow = z.infer<typeof promptRow>
export type PromptAnswerRow = z.infer<typeof promptAnswerRow>
export type GraphRow = z.infer<typeof graphRow>
