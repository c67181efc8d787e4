import { z } from 'zod'

const moved = z.object({
  name: z.string(),
  /** 0 is not found. */
  from: z.int(),
  to: z.int(),
  why: z.union([z.object({ rivals: z.array(z.string()) }), z.object({ page: z.string() })]).nullable(),
})
const score = z.number().nullable()

/** A site in a weekly letter, as the letter is sealed: what moved in seven days, and what Operator proposes. */
export const toldSite = z.object({
  name: z.string(),
  url: z.url(),
  stopUrl: z.url(),
  /** Visibility now and a week before, and of the days of the chart, the last is now; null where unknown. */
  score,
  before: score,
  scores: z.array(score),
  up: z.int(),
  down: z.int(),
  fell: z.array(moved),
  rose: z.array(moved),
  /** Titles of the first cards, of `cards` in all. */
  next: z.array(z.string()),
  cards: z.int(),
  cardsUrl: z.url(),
})
export type ToldSite = z.infer<typeof toldSite>
