import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'

const severity = z.enum(['error', 'warning', 'notice'])

export const issueRow = z.object({
  id,
  code: z.string(),
  severity,
  category: z.string(),
  title: z.string(),
  description: z.string(),
  howToFix: z.string(),
  count: z.int(),
  isNew: z.boolean(),
  firstSeen: timestamp,
  urls: z.array(z.object({ url: z.string(), detail: z.string().nullable() })),
})
/** An issue of the last crawl that is mended. */
export const goneIssueRow = issueRow.pick({
  id: true,
  code: true,
  severity: true,
  category: true,
  title: true,
  count: true,
  firstSeen: true,
})
/** What the on-page audit says of itself, beside its issues. */
export const auditState = {
  score: z.number().nullable(),
  /** The share of pages without an error, in per cent. */
  health: z.number().nullable(),
  /** Of the crawl that runs, or of the one that is shown. */
  pagesDone: z.int().nullable(),
  pagesKnown: z.int().nullable(),
  source: z.string().nullable(),
  sandbox: z.literal(true).optional(),
}
export const crawlRow = z.object({
  id,
  status: z.enum(['running', 'ready', 'partial']),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  pageLimit: z.int(),
  pagesDone: z.int(),
  pagesKnown: z.int(),
  score: z.number().nullable(),
  health: z.number().nullable(),
  errors: z.int().nullable(),
  warnings: z.int().nullable(),
  notices: z.int().nullable(),
})
export const schemaErrorRow = z.object({
  code: z.string(),
  severity,
  message: z.string(),
  type: z.string().nullable(),
  field: z.string().nullable(),
  path: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
})
export const schemaItemRow = z.object({
  type: z.string(),
  id: z.string().nullable(),
  format: z.enum(['json-ld', 'microdata', 'rdfa']),
  properties: z.record(z.string(), z.unknown()),
  path: z.string().nullable(),
  line: z.int().nullable(),
  valid: z.boolean(),
  richResult: z.string().nullable(),
  errors: z.array(schemaErrorRow),
})
export const ideaRow = z.object({
  id,
  title: z.string(),
  keyword: z.string(),
  kind: z.enum(['question', 'related', 'gap', 'striking_distance', 'refresh']),
  volume: z.int().nullable(),
  difficulty: z.number().nullable(),
  intent: z.string().nullable(),
  score: z.number(),
  /** The page of the site that ranks for it, or that is about it. */
  existingUrl: z.string().nullable(),
  position: z.int().nullable(),
  /** What the idea rests on, in sentences with the site's own numbers. */
  evidence: z.array(z.string()),
  ...provenance,
})
export type IdeaRow = z.infer<typeof ideaRow>
