import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { position } from './rank.ts'
import { blockKind, fetchedPage, pageOwner, pageQuestions } from './results-page.ts'

/** A result of a page and its position on an earlier page; null where it is not within the depth of that page. */
const pageStandingRow = z.object({
  position: z.int().positive().nullable(),
  previousPosition: z.int().positive().nullable(),
  host: z.string(),
  url: z.string().nullable(),
  /** The address of the host before, where it ranks with another one now. */
  urlBefore: z.string().nullable(),
  owner: pageOwner,
})

/** The latest stored results page of a keyword beside an earlier one; each null where none is stored. */
export const pageStandings = z.object({
  keyword: z.string(),
  page: fetchedPage.nullable(),
  earlier: fetchedPage.nullable(),
  /** When the oldest stored page was fetched; null without a page. */
  firstPageAt: timestamp.nullable(),
  /** By position, then those that left. */
  rows: z.array(pageStandingRow),
  questions: pageQuestions,
  blocks: z.array(z.object({ kind: blockKind, hosts: z.array(z.string()).nullable() })),
})

const address = z.object({ url: z.string().nullable(), position: z.int().positive() })
/** A keyword that fell, and what its stored results pages say about it; empty where no two pages are stored. */
export const fallRow = z.object({
  keywordId: id,
  keyword: z.string(),
  position,
  previousPosition: position,
  url: z.string().nullable(),
  previousUrl: z.string().nullable(),
  /** The competitors that are ahead now and were not then. */
  passedBy: z.array(z.object({ domain: z.string(), position: z.int(), previousPosition: z.int() })),
  /** The check with the largest fall since then; null where the pages between are not stored. */
  largestFall: z.object({ at: timestamp, from: z.int(), to: z.int() }).nullable(),
  /** Who is ahead now and was not then, the first ten. */
  cameAhead: z.array(
    z.object({
      host: z.string(),
      url: z.string().nullable(),
      owner: pageOwner,
      position: z.int(),
      previousPosition: z.int().nullable(),
    }),
  ),
  /** The addresses of the site on both pages. */
  ownBefore: z.array(address),
  ownNow: z.array(address),
  /** Blocks that the later page has and the earlier one is known not to have. */
  newBlocks: z.array(blockKind),
  isCompared: z.boolean(),
})
export type FallRow = z.infer<typeof fallRow>

/**
 * The comparable keywords that did not fall, beside which blocks on the pages of those that fell are read: on how many of their pages with
 * known blocks each is now.
 */
export const unfallen = z.object({
  keywords: z.int(),
  known: z.int(),
  blocks: z.array(z.object({ kind: blockKind, keywords: z.int() })),
})
