import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'

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

/** Null: anybody else's. */
export const pageOwner = z.enum(['own', 'competitor']).nullable()
/** `url`: null where only the host is kept. */
const place = { host: z.string(), url: z.string().nullable(), owner: pageOwner }

/** `isWhole`: not yet reduced to its hosts. */
const pageHead = { at: timestamp, isWhole: z.boolean() }
/** The site's position; 0: not found. */
export const pageDateRow = z.object({ ...pageHead, position: z.int().nonnegative() })
export const fetchedPage = z.object({ ...pageHead, depth: z.int(), ...provenance })

export const pageQuestions = z.array(z.string())
export const resultsPageRow = fetchedPage.extend({
  results: z.array(z.object({ position: z.int().positive(), ...place })),
  questions: pageQuestions,
  /** `sources`: addresses in the block; null if unknown. */
  blocks: z.array(z.object({ kind: blockKind, sources: z.array(z.object(place)).nullable() })),
  unknownKinds: z.array(blockKind),
})
export type ResultsPageRow = z.infer<typeof resultsPageRow>

export const pageChangeRow = z.object({
  change: z.enum(['came', 'went', 'moved', 'stayed']),
  ...place,
  /** The host's earlier address, if another. */
  urlBefore: z.string().nullable(),
  /** On the earlier and later page; null: beyond its depth. */
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
/** By day and content of their last page. */
export const blockCounts = z.object({
  /** AI overview: known, present, citing the site. */
  aiKnown: perDay,
  aiOverview: perDay,
  aiCited: perDay,
  snippetKnown: perDay,
  snippet: perDay,
  ownSnippet: perDay,
})

const rankedAddress = z.object({ url: z.string(), position: z.int().positive(), lastAt: timestamp, times: z.int() })
/** Addresses of the site take turns for the phrase. */
export const competingPagesRow = z.object({
  keywordId: id,
  keyword: z.string(),
  since: timestamp,
  lastAt: timestamp,
  turns: z.int(),
  addresses: z.array(rankedAddress),
})
export type CompetingPagesRow = z.infer<typeof competingPagesRow>
