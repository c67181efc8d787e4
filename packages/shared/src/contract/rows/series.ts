import { z } from 'zod'
import { faults } from '../../texts/faults.ts'
import { fault, id, timestamp } from '../fields.ts'
import { overviewRow } from './rank.ts'
import { blockKind } from './results-page.ts'
import { siteRow } from './site.ts'

/** One entry a day. */
export const dayCounts = z.object({
  top3: z.array(z.int()),
  top10: z.array(z.int()),
  top20: z.array(z.int()),
  top50: z.array(z.int()),
  top100: z.array(z.int()),
  notFound: z.array(z.int()),
  unchecked: z.array(z.int()),
  /** Keywords added that day beside older ones. */
  added: z.array(z.int()).optional(),
})

/** Each over the `keywords` known at both times, null for none. `added`: known only at the later one. */
export const comparedScore = z.object({
  score: z.number().nullable(),
  before: z.number().nullable(),
  keywords: z.int(),
  added: z.int(),
})
export type ComparedScore = z.infer<typeof comparedScore>

/** Range of nine tenths of a month since the last added keywords; null below two weeks. */
export const usualRange = z.object({ low: z.number(), high: z.number() }).nullable()

/** Of the `days` before each time; 0: not found, unread: just behind what was. `moved`: unusually far. */
const rankMedians = z.object({ days: z.int(), position: z.int(), previousPosition: z.int(), moved: z.boolean() })

const perDay = z.array(z.number().nullable())
/** Days that repeat the last day with 80 % of the keywords counted, because fewer were; absent for none. */
export const carried = z.array(z.boolean()).optional()
/** By day, null without a check: visibility, and share of all clicks on the pages. */
export const hostDays = z.object({
  competitorId: id.nullable(),
  domain: z.string(),
  scores: perDay,
  shares: perDay,
  carried,
})

/** `scores`: thirty days of visibility, today last. */
export const siteSummaryRow = siteRow.extend({
  score: z.number(),
  scores: perDay,
  carried,
  keywords: z.int(),
  top3: z.int(),
  top10: z.int(),
  up: z.int(),
  down: z.int(),
  notFound: z.int(),
  failed: z.int(),
  waiting: z.int(),
  checkedAt: timestamp.nullable(),
  compared: comparedScore.optional(),
  usual: usualRange.optional(),
})
export type SiteSummaryRow = z.infer<typeof siteSummaryRow>

/** Compared with a day, null without a check then; the rest is of the later day. */
export const movementRow = overviewRow.extend({
  previousUrl: z.string().nullable(),
  /** Both ranks are known and within both checks' depth. */
  comparable: z.boolean(),
  /** On the last page; null if its provider reports none. */
  blocks: z.array(blockKind).nullable(),
  /** Null where unknown. */
  aiOverview: z.boolean().nullable(),
  aiCited: z.boolean().nullable(),
  snippet: z.boolean().nullable(),
  ownSnippet: z.boolean().nullable(),
  tags: z.array(z.string()),
  /** On request; null below three checks at either time. */
  medians: rankMedians.nullable().optional(),
})
export type MovementRow = z.infer<typeof movementRow>

/** Columns of checks, oldest first; position 0: not found. */
export const positionSeries = z.object({
  keywordId: id,
  /** Null: the site itself. */
  competitorId: id.nullable(),
  domain: z.string(),
  ats: z.array(timestamp),
  positions: z.array(z.int()),
  urls: z.array(z.string().nullable()),
  depths: z.array(z.int().nullable()),
  /** Days that each check counts for, by the rhythm of that time. */
  reaches: z.array(z.int()).optional(),
  sources: z.array(z.string()),
  sandboxes: z.array(z.boolean()),
})
export type PositionSeries = z.infer<typeof positionSeries>

export const noteRow = z.object({ id, day: z.iso.date(), text: z.string(), createdAt: timestamp })
export type NoteRow = z.infer<typeof noteRow>

const maxSearchFields = 20
export const viewSearch = z
  .record(z.string().max(50), z.union([z.string().max(500), z.number(), z.array(z.string().max(200)).max(50)]))
  .refine(
    (search) => Object.keys(search).length <= maxSearchFields,
    fault(faults.tooManyFields({ max: maxSearchFields })),
  )
export const savedViewRow = z.object({ id, name: z.string(), search: viewSearch })
export type SavedViewRow = z.infer<typeof savedViewRow>
