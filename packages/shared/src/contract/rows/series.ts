import { z } from 'zod'
import { faults } from '../../texts/faults.ts'
import { fault, id, timestamp } from '../fields.ts'
import { overviewRow } from './rank.ts'
import { blockKind } from './results-page.ts'
import { siteRow } from './site.ts'

/** Equally long lists, an entry a day. */
export const dayCounts = z.object({
  top3: z.array(z.int()),
  top10: z.array(z.int()),
  top20: z.array(z.int()),
  top50: z.array(z.int()),
  top100: z.array(z.int()),
  notFound: z.array(z.int()),
  /** Tracked, and not checked in time. */
  unchecked: z.array(z.int()),
  /** Those of the present keywords that were added on the day, beside others that were tracked before. */
  added: z.array(z.int()).optional(),
})

/**
 * Visibility at two times, each of the `keywords` that are known at both alone; null where there are none. `added` are known at the later
 * one alone.
 */
export const comparedScore = z.object({
  score: z.number().nullable(),
  before: z.number().nullable(),
  keywords: z.int(),
  added: z.int(),
})
export type ComparedScore = z.infer<typeof comparedScore>

/** Where nine tenths of the visibilities of a month are, since keywords were added the last time; null where fewer than two weeks are known. */
export const usualRange = z.object({ low: z.number(), high: z.number() }).nullable()

/**
 * The medians of a keyword's checks in the `days` before each of two times; 0 is not found, and a place that was not read at one of the
 * times is just behind what was. `moved`: further apart than its checks usually are.
 */
const rankMedians = z.object({ days: z.int(), position: z.int(), previousPosition: z.int(), moved: z.boolean() })

const perDay = z.array(z.number().nullable())
/**
 * Which days have the values of the last one on which at least 80 % of the keywords counted, because on them fewer did; absent where none
 * has.
 */
export const carried = z.array(z.boolean()).optional()
/** A host day by day, null where nothing was checked: its visibility, and its share of all clicks on the results pages. */
export const hostDays = z.object({
  competitorId: id.nullable(),
  domain: z.string(),
  scores: perDay,
  shares: perDay,
  carried,
})

/** A site and where its keywords stand; `scores` is its visibility of thirty days, the last is today's. */
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

/**
 * A rank, where `previousPosition`, `previousUrl` and `change` are about a day before the last check; null where no check counted then.
 * Of two days, position, url, depth and time are those of the later one.
 */
export const movementRow = overviewRow.extend({
  previousUrl: z.string().nullable(),
  /** Whether both ranks are known, and neither is beyond what the other check read. */
  comparable: z.boolean(),
  /** The blocks of the last page beside its organic results; null where its provider says nothing. */
  blocks: z.array(blockKind).nullable(),
  /** Each null where it is unknown. */
  aiOverview: z.boolean().nullable(),
  aiCited: z.boolean().nullable(),
  snippet: z.boolean().nullable(),
  ownSnippet: z.boolean().nullable(),
  tags: z.array(z.string()),
  /** Where they were asked for; null below three checks at either time. */
  medians: rankMedians.nullable().optional(),
})
export type MovementRow = z.infer<typeof movementRow>

/** The checks of a keyword for a host in columns, oldest first; a position is 0 where it was not found. */
export const positionSeries = z.object({
  keywordId: id,
  /** Null for the site itself. */
  competitorId: id.nullable(),
  domain: z.string(),
  ats: z.array(timestamp),
  positions: z.array(z.int()),
  urls: z.array(z.string().nullable()),
  depths: z.array(z.int().nullable()),
  /** For how many days each check counts, with its own, as the rhythm had it then. */
  reaches: z.array(z.int()).optional(),
  sources: z.array(z.string()),
  sandboxes: z.array(z.boolean()),
})
export type PositionSeries = z.infer<typeof positionSeries>

export const noteRow = z.object({ id, day: z.iso.date(), text: z.string(), createdAt: timestamp })
export type NoteRow = z.infer<typeof noteRow>

const maxSearchFields = 20
/** The filters and the order of a page, as they are in its address. */
export const viewSearch = z
  .record(z.string().max(50), z.union([z.string().max(500), z.number(), z.array(z.string().max(200)).max(50)]))
  .refine(
    (search) => Object.keys(search).length <= maxSearchFields,
    fault(faults.tooManyFields({ max: maxSearchFields })),
  )
export const savedViewRow = z.object({ id, name: z.string(), search: viewSearch })
export type SavedViewRow = z.infer<typeof savedViewRow>
