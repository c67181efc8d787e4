import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'

export const autoAddModes = ['off', 'propose', 'add'] as const
export type AutoAddMode = (typeof autoAddModes)[number]

export const autoAddPolicyRow = z.object({
  mode: z.enum(autoAddModes),
  /** Added without a person; weeks begin on Monday, UTC. */
  perWeek: z.int(),
  addedThisWeek: z.int(),
  nextRunAt: timestamp.nullable(),
  lastRun: z.object({ at: timestamp, proposed: z.int(), added: z.int(), overLimit: z.boolean() }).nullable(),
})
export type AutoAddPolicyRow = z.infer<typeof autoAddPolicyRow>

/** On the results page of `keyword`, among provider ideas, or among the site's searches. */
const evidenceRow = z.object({
  kind: z.enum(['question', 'idea', 'search']),
  seenAt: timestamp,
  keyword: z.string().nullable(),
  impressions: z.int().nullable(),
  position: z.number().nullable(),
  ...provenance,
})

export const proposalRow = z.object({
  id,
  keyword: z.string(),
  country: z.string(),
  language: z.string(),
  /** Monthly; null if unknown. */
  volume: z.int().nullable(),
  /** Share of its words in the site's note; null without a note. */
  similarity: z.number().min(0).max(1).nullable(),
  score: z.int().min(0).max(100),
  evidence: z.array(evidenceRow),
  proposedAt: timestamp,
  state: z.enum(['open', 'adding', 'added', 'refused']),
  decidedAt: timestamp.nullable(),
  /** Null while open, and where the rule decided. */
  decidedBy: id.nullable(),
})
export type ProposalRow = z.infer<typeof proposalRow>
