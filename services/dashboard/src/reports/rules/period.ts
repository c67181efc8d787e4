import type { ReportPeriod } from '@rts/shared/contract/rows/report'
import { addDays, dayIn, momentIn } from '@rts/shared/time-zone'

/** Both days are part of it. */
export type Span = { from: string; until: string }
type Chosen = { period: ReportPeriod; from: string | null; until: string | null }

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

const mailHour = 8

export function endOfDay(timeZone: string, day: string): Date {
  return momentIn(timeZone, addDays(day, 1))
}

/** The next first of a month at 8 o'clock in a time zone, after a moment. */
export function nextMonthly(timeZone: string, after: Date): Date {
  const today = dayIn(timeZone, after)
  const thisMonth = momentIn(timeZone, firstOfMonth(today), mailHour)
  return thisMonth > after ? thisMonth : momentIn(timeZone, addMonths(firstOfMonth(today), 1), mailHour)
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** `day` is the first of a month. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}
