import { z } from 'zod'

/** Of the keywords that did not fall, how many have the same. */
const others = z.object({ n: z.int(), of: z.int() })
const moved = z.object({
  name: z.string(),
  /** 0 is not found. */
  from: z.int(),
  to: z.int(),
  why: z.union([z.object({ rivals: z.array(z.string()), others }), z.object({ page: z.string(), others })]).nullable(),
})
const score = z.number().nullable()

/** A site in a weekly letter, as the letter is sealed: what moved in the week, and what Operator proposes. */
export const toldSite = z.object({
  name: z.string(),
  url: z.url(),
  stopUrl: z.url(),
  /** Visibility now, and of the days of the chart, the last is now; null where unknown. */
  score,
  /** Of an earlier day, because too few keywords were checked in time. */
  carried: z.boolean().default(false),
  /** A week before, and now: of the keywords that are known at both times, without those that were added. */
  before: score,
  known: score,
  added: z.int(),
  /** Between which values the visibility usually is. */
  range: z.object({ low: z.number(), high: z.number() }).nullable(),
  scores: z.array(score),
  up: z.int(),
  down: z.int(),
  unknown: z.int(),
  medianDays: z.int().nullable(),
  fell: z.array(moved),
  rose: z.array(moved),
  /** Titles of the first cards, of `cards` in all. */
  next: z.array(z.string()),
  cards: z.int(),
  cardsUrl: z.url(),
})
export type ToldSite = z.infer<typeof toldSite>
