import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'

/** The kinds of blocks that a results page may have beside its organic results. */
export const blockKinds = [
  'ad',
  'snippet',
  'ai_overview',
  'local',
  'video',
  'questions',
  'images',
  'news',
  'shopping',
  'knowledge',
  'recipes',
  'discussions',
] as const
export type BlockKind = (typeof blockKinds)[number]
export const blockKind = z.enum(blockKinds)

/** Whose it is: the site's, that of a competitor, or null for anybody else. */
export const pageOwner = z.enum(['own', 'competitor']).nullable()
/** An address on a results page; null where only its host is kept. */
const place = { host: z.string(), url: z.string().nullable(), owner: pageOwner }

/** A results page that was fetched for a keyword. It is whole until only the hosts are kept. */
const pageHead = { at: timestamp, isWhole: z.boolean() }
/** A fetched page, and the position of the site on it; 0 where it was not found. */
export const pageDateRow = z.object({ ...pageHead, position: z.int().nonnegative() })
export const fetchedPage = z.object({ ...pageHead, depth: z.int(), ...provenance })

export const pageQuestions = z.array(z.string())
export const resultsPageRow = fetchedPage.extend({
  results: z.array(z.object({ position: z.int().positive(), ...place })),
  questions: pageQuestions,
  /** The kinds of blocks that the page has, with the addresses that the block names, where it is known. */
  blocks: z.array(z.object({ kind: blockKind, sources: z.array(z.object(place)).nullable() })),
  /** The kinds of which the provider does not say whether the page has them. */
  unknownKinds: z.array(blockKind),
})
export type ResultsPageRow = z.infer<typeof resultsPageRow>

export const pageChangeRow = z.object({
  change: z.enum(['came', 'went', 'moved', 'stayed']),
  ...place,
  /** The address before, where the host ranks with another one now. */
  urlBefore: z.string().nullable(),
  /** The position on the earlier and on the later page; null: not within the depth of that page. */
  before: z.int().nullable(),
  after: z.int().nullable(),
})
export type PageChangeRow = z.infer<typeof pageChangeRow>
export const comparedPages = z.object({
  before: fetchedPage,
  after: fetchedPage,
  changes: z.array(pageChangeRow),
})

const perDay = z.array(z.int())
/** Keywords, day by day, by what their last page had. */
export const blockCounts = z.object({
  /** Those of which it is known whether the page has an AI overview; of these, those that have one, and those that it cites the site in. */
  aiKnown: perDay,
  aiOverview: perDay,
  aiCited: perDay,
  snippetKnown: perDay,
  snippet: perDay,
  ownSnippet: perDay,
})

/** An address of the site that ranked for a phrase. */
const rankedAddress = z.object({ url: z.string(), position: z.int().positive(), lastAt: timestamp, times: z.int() })
/** A phrase for which addresses of the site take turns. */
export const competingPagesRow = z.object({
  keywordId: id,
  keyword: z.string(),
  /** Since when the second address ranks too. */
  since: timestamp,
  lastAt: timestamp,
  turns: z.int(),
  addresses: z.array(rankedAddress),
})
export type CompetingPagesRow = z.infer<typeof competingPagesRow>
