import type { ReportPeriod } from '@rts/shared/contract/rows/report'
import { addDays, dayIn } from '@rts/shared/time-zone'
import { addMonths, firstOfMonth } from './zone.ts'

/** Both days are part of it. */
export type Span = { from: string; until: string }
export type Chosen = { period: ReportPeriod; from: string | null; until: string | null }

const lengths = { days7: 7, days28: 28, days90: 90, days365: 365 } as const

/** Ranks are kept by UTC days; the last month is the one of the report's zone, by which its letter is due. */
export function todayOf({ period, timeZone }: { period: ReportPeriod; timeZone: string }, now: Date): string {
  return dayIn(period === 'lastMonth' ? timeZone : 'UTC', now)
}

/** The days of a period on a day. Ranks at the end of its first day are compared with those of its last. */
export function spanOf({ period, from, until }: Chosen, today: string): Span {
  if (period === 'fixed') return { from: from ?? addDays(today, -lengths.days28), until: until ?? today }
  if (period !== 'lastMonth') return { from: addDays(today, -lengths[period]), until: today }
  const thisMonth = firstOfMonth(today)
  return { from: addMonths(thisMonth, -1), until: addDays(thisMonth, -1) }
}

/** The days from one to another, both counted. */
export function daysFrom(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1
}
