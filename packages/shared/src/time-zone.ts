import { dayMs, hourMs } from './clock.ts'

/** Whether a name is an IANA time zone that this Node knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The wall clock of a time zone at a moment, `YYYY-MM-DDTHH:MM:SS.sss`. */
export function wallClock(timeZone: string, at: Date): string {
  return new Date(localMs(timeZone, at)).toISOString().slice(0, -1)
}

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  return wallClock(timeZone, at).slice(0, 10)
}

/** The moment of an hour of a day in a time zone. Where clocks skip that hour, it is an hour later. */
export function momentIn(timeZone: string, day: string, hour = 0): Date {
  const wanted = Date.parse(day) + hour * hourMs
  // The offset of the guess is wrong for hours at most, next to a change of clocks: the second round has the right one.
  const guess = wanted - offsetMs(timeZone, new Date(wanted))
  return new Date(wanted - offsetMs(timeZone, new Date(guess)))
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
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
