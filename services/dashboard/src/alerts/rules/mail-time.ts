/** A person as their letters of alerts need them; `quietFrom` and `quietUntil` are times such as 22:00 in their zone. */
export type MailReader = {
  zone: string
  quietFrom: string | null
  quietUntil: string | null
  /** The day of the last letter of alerts, in their zone. */
  lastDay: string | null
  /** Whether they get a weekly letter about any site. */
  isWeekly: boolean
}

/** The weekly letter comes on this day, and no other mail about alerts does: they join the next. */
const weeklyDay = 'Mon'

/** The day of a person in their zone, if a letter may go now; null in quiet hours, and where they have had their letter of the day. */
export function mailDay(now: Date, { zone, quietFrom, quietUntil, lastDay, isWeekly }: MailReader): string | null {
  const { day, weekday, time } = localTime(now, zone)
  if (day === lastDay || (isWeekly && weekday === weeklyDay)) return null
  return quietFrom !== null && quietUntil !== null && isWithin(time, quietFrom, quietUntil) ? null : day
}

/** Hours may pass midnight; equal ones are none. */
function isWithin(time: string, from: string, until: string): boolean {
  if (from <= until) return time >= from && time < until
  return time >= from || time < until
}

function localTime(now: Date, timeZone: string) {
  const form = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const parts = new Intl.DateTimeFormat('en', { ...form, weekday: 'short', hourCycle: 'h23', timeZone }).formatToParts(
    now,
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    weekday: part('weekday'),
    time: `${part('hour')}:${part('minute')}`,
  }
}
