/** How long a period may be, in days; it is compared with the one before it. */
export const periods = { 28: '4 weeks', 91: '3 months', 182: '6 months' } as const
export type PeriodDays = keyof typeof periods
export const usualDays = 28

/** The period in the address of the page. */
export function analyticsSearch({ days }: Record<string, unknown>): { days?: PeriodDays } {
  // safe because it is one of the names
  return typeof days === 'number' && days in periods ? { days: days as PeriodDays } : {}
}
