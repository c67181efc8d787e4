import { z } from 'zod'
import { id } from '../fields.ts'

/** `change` is the size of the move, whichever way. */
export const standingSorts = ['position', 'change', 'keyword', 'checked'] as const
export type StandingSort = (typeof standingSorts)[number]
/** `down` has those that were lost, `up` those that were found again; a keyword may be in several. */
export const standingFilters = [
  'up',
  'down',
  'new',
  'lost',
  'top3',
  'top10',
  'page_two',
  'not_found',
  'failed',
  'waiting',
] as const
export type StandingFilter = (typeof standingFilters)[number]
/** `comparable`: keywords with a rank at both times; only they can be up, down, new or lost. */
export const standingSummary = z.object({
  keywords: z.int(),
  comparable: z.int(),
  up: z.int(),
  down: z.int(),
  new: z.int(),
  lost: z.int(),
  top3: z.int(),
  top10: z.int(),
  pageTwo: z.int(),
  notFound: z.int(),
  failed: z.int(),
  waiting: z.int(),
})
export type StandingSummary = z.infer<typeof standingSummary>

/** Between the site and a competitor, both checked: who passed whom since the ranks before, and who is ahead now. */
export const rivalFilters = ['passed_us', 'we_passed', 'they_lead', 'we_lead'] as const
export type RivalFilter = (typeof rivalFilters)[number]
const rivalCounts = { comparable: z.int(), passedUs: z.int(), wePassed: z.int(), theyLead: z.int(), weLead: z.int() }
/** The counts of each competitor, and how many keywords have any; `comparable` with ranks of both at both times. */
export const rivalSummary = z.object({
  keywords: z.int(),
  ...rivalCounts,
  competitors: z.array(z.object({ id, domain: z.string(), ...rivalCounts })),
})
export type RivalSummary = z.infer<typeof rivalSummary>
