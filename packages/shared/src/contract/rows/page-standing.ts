import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { position } from './rank.ts'
import { blockKind, fetchedPage, pageOwner, pageQuestions } from './results-page.ts'

/** Positions on both pages; null: beyond that page's depth. */
const pageStandingRow = z.object({
  position: z.int().positive().nullable(),
  previousPosition: z.int().positive().nullable(),
  host: z.string(),
  url: z.string().nullable(),
  /** The host's earlier address, if another. */
  urlBefore: z.string().nullable(),
  owner: pageOwner,
})

/** The latest stored page beside an earlier one; null: none stored. */
export const pageStandings = z.object({
  keyword: z.string(),
  page: fetchedPage.nullable(),
  earlier: fetchedPage.nullable(),
  /** Fetch time of the oldest stored page; null without one. */
  firstPageAt: timestamp.nullable(),
  /** By position, then those that left. */
  rows: z.array(pageStandingRow),
  questions: pageQuestions,
  blocks: z.array(z.object({ kind: blockKind, hosts: z.array(z.string()).nullable() })),
})

const address = z.object({ url: z.string().nullable(), position: z.int().positive() })
/** With what the stored pages show; empty without two pages. */
export const fallRow = z.object({
  keywordId: id,
  keyword: z.string(),
  position,
  previousPosition: position,
  url: z.string().nullable(),
  previousUrl: z.string().nullable(),
  passedBy: z.array(z.object({ domain: z.string(), position: z.int(), previousPosition: z.int() })),
  /** Null where the pages between are not stored. */
  largestFall: z.object({ at: timestamp, from: z.int(), to: z.int() }).nullable(),
  /** Ahead now and not then, ten at most. */
  cameAhead: z.array(
    z.object({
      host: z.string(),
      url: z.string().nullable(),
      owner: pageOwner,
      position: z.int(),
      previousPosition: z.int().nullable(),
    }),
  ),
  ownBefore: z.array(address),
  ownNow: z.array(address),
  /** On the later page, and known to be missing on the earlier. */
  newBlocks: z.array(blockKind),
  isCompared: z.boolean(),
})
export type FallRow = z.infer<typeof fallRow>

/** For comparison: on how many pages of keywords that did not fall each block is now. */
export const unfallen = z.object({
  keywords: z.int(),
  known: z.int(),
  blocks: z.array(z.object({ kind: blockKind, keywords: z.int() })),
})
