import { z } from 'zod'
import { id } from '../fields.ts'

/** `change`: by size, up or down. */
export const standingSorts = ['position', 'change', 'keyword', 'checked'] as const
export type StandingSort = (typeof standingSorts)[number]
/** `down` includes lost, `up` includes found again. */
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
/** `comparable`: ranked at both times; up, down, new and lost are of these. */
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

/** Site and competitor, both checked: who passed since, and who leads now. */
export const rivalFilters = ['passed_us', 'we_passed', 'they_lead', 'we_lead'] as const
export type RivalFilter = (typeof rivalFilters)[number]
const rivalCounts = { comparable: z.int(), passedUs: z.int(), wePassed: z.int(), theyLead: z.int(), weLead: z.int() }
/** By competitor, and keywords with any; `comparable`: ranks of both at both times. */
export const rivalSummary = z.object({
  keywords: z.int(),
  ...rivalCounts,
  competitors: z.array(z.object({ id, domain: z.string(), ...rivalCounts })),
})
export type RivalSummary = z.infer<typeof rivalSummary>
