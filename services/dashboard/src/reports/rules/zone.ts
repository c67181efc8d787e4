import { dayMs } from '@rts/shared/clock'

const hourMs = 3_600_000
const mailHour = 8

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  return new Date(localMs(timeZone, at)).toISOString().slice(0, 10)
}

/** The moment of an hour of a day in a time zone. Where clocks skip that hour, it is an hour later. */
export function momentIn(timeZone: string, day: string, hour = 0): Date {
  const wanted = Date.parse(day) + hour * hourMs
  // The offset of the guess is wrong for hours at most, next to a change of clocks: the second round has the right one.
  const guess = wanted - offsetMs(timeZone, new Date(wanted))
  return new Date(wanted - offsetMs(timeZone, new Date(guess)))
}

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

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** `day` is the first of a month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

function offsetMs(timeZone: string, at: Date): number {
  return localMs(timeZone, at) - at.getTime()
}

/** The wall clock of a time zone at a moment, as if it were UTC. */
function localMs(timeZone: string, at: Date): number {
  const form = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const parts = new Intl.DateTimeFormat('en-US', {
    ...form,
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) + at.getMilliseconds()
}
