import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'

export const autoAddModes = ['off', 'propose', 'add'] as const
export type AutoAddMode = (typeof autoAddModes)[number]

export const autoAddPolicyRow = z.object({
  mode: z.enum(autoAddModes),
  /** The most that is added a week without a person; a week begins on Monday, in UTC. */
  perWeek: z.int(),
  addedThisWeek: z.int(),
  nextRunAt: timestamp.nullable(),
  lastRun: z.object({ at: timestamp, proposed: z.int(), added: z.int(), overLimit: z.boolean() }).nullable(),
})
export type AutoAddPolicyRow = z.infer<typeof autoAddPolicyRow>

/** Where a phrase was seen: on the results page of `keyword`, among a provider's ideas, or among the searches that showed the site. */
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
  /** Searches a month; null where unknown. */
  volume: z.int().nullable(),
  /** The part of its words that the site's note has; null without a note. */
  similarity: z.number().min(0).max(1).nullable(),
  score: z.int().min(0).max(100),
  evidence: z.array(evidenceRow),
  proposedAt: timestamp,
  state: z.enum(['open', 'adding', 'added', 'refused']),
  decidedAt: timestamp.nullable(),
  /** The person; null while it is open, and where the rule decided. */
  decidedBy: id.nullable(),
})
export type ProposalRow = z.infer<typeof proposalRow>
