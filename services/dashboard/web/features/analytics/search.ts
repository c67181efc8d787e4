import { search as t } from '../../../texts/search.ts'
/** How long a period may be, in days; it is compared with the one before it. */
export const periods = { 28: t.weeks4, 91: t.months3, 182: t.months6 } as const
export type PeriodDays = keyof typeof periods
export const usualDays = 28

export function analyticsSearch({ days }: Record<string, unknown>): { days?: PeriodDays } {
  // safe because it is one of the names
  return typeof days === 'number' && days in periods ? { days: days as PeriodDays } : {}
}
