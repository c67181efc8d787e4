import { dayMs } from '@rts/shared/clock'
import { addDays, dayIn, momentIn } from '@rts/shared/time-zone'

/** The hour at which a weekly letter comes, in the person's zone. */
const hour = 8
/** Until then a letter that was held up still goes: later it is no news. */
const lateMs = 2 * dayMs

export type Week = {
  /** The Monday of the letter, as `2026-11-23`, in the person's zone. */
  monday: string
  isOpen: boolean
  /** When the next one is due. */
  next: Date
}

/** The week of a person's letter: from Monday at eight in their zone to the next one. `zone` is an IANA name. */
export function weekOf(now: Date, zone: string): Week {
  const today = dayIn(zone, now)
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  const monday = addDays(today, -sinceMonday)
  const begins = momentIn(zone, monday, hour)
  if (begins > now) return { monday: addDays(monday, -7), isOpen: isOpen(addDays(monday, -7)), next: begins }
  return { monday, isOpen: isOpen(monday), next: momentIn(zone, addDays(monday, 7), hour) }

  function isOpen(day: string): boolean {
    return now.getTime() - momentIn(zone, day, hour).getTime() < lateMs
  }
}
