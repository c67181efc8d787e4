import { addDays, dayIn, momentIn } from '@rts/shared/time-zone'

const mailHour = 8

/** The first moment after the last hour of a day in a time zone. */
export function endOfDay(timeZone: string, day: string): Date {
  return momentIn(timeZone, addDays(day, 1))
}

/** The next first of a month at 8 o'clock in a time zone, after a moment. */
export function nextMonthly(timeZone: string, after: Date): Date {
  const today = dayIn(timeZone, after)
  const thisMonth = momentIn(timeZone, firstOfMonth(today), mailHour)
  return thisMonth > after ? thisMonth : momentIn(timeZone, addMonths(firstOfMonth(today), 1), mailHour)
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** `day` is the first of a month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}
