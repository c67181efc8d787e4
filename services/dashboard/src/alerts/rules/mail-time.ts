import { wallClock } from '@rts/shared/time-zone'

/** A person as their letters of alerts need them; `quietFrom` and `quietUntil` are times such as 22:00 in their zone. */
export type MailRecipient = {
  zone: string
  quietFrom: string | null
  quietUntil: string | null
  /** The day of the last letter of alerts, in their zone. */
  lastDay: string | null
  isWeekly: boolean
}

/** The weekly letter comes on this day, of 0 for Sunday, and no other mail about alerts does: they join the next. */
const weeklyDay = 1

/** The day of a person in their zone, if a letter may go now; null in quiet hours, and where they have had their letter of the day. */
export function mailDay(now: Date, { zone, quietFrom, quietUntil, lastDay, isWeekly }: MailRecipient): string | null {
  const [day = '', time = ''] = wallClock(zone, now).split('T')
  const weekday = new Date(day).getUTCDay()
  if (day === lastDay || (isWeekly && weekday === weeklyDay)) return null
  return quietFrom !== null && quietUntil !== null && isWithin(time.slice(0, 5), quietFrom, quietUntil) ? null : day
}

/** Hours may pass midnight; equal ones are none. */
function isWithin(time: string, from: string, until: string): boolean {
  if (from <= until) return time >= from && time < until
  return time >= from || time < until
}
