import { type Outcome, outcomeOf } from './outcome.ts'

/** How many days of queries are shown. */
export const periods = { 7: '7 days', 28: '28 days', 90: '90 days', 480: '16 months' } as const
export type PeriodDays = keyof typeof periods
export const usualDays = 28

/** The period, and how a visit at Google ended, in the address of the page. */
export function searchConsoleSearch({ days, ...search }: Record<string, unknown>): {
  days?: PeriodDays
  google?: Outcome
} {
  return {
    ...outcomeOf(search),
    // safe because it is one of the names
    ...(typeof days === 'number' && days in periods && { days: days as PeriodDays }),
  }
}
