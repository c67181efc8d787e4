import { dayMs } from '@rts/shared/clock'

/** The hour at which a weekly letter comes, in the person's zone. */
const hour = 8
/** Until then a letter that was held up still goes: later it is no news. */
const lateMs = 2 * dayMs

export type Week = {
  /** The Monday of the letter, as `2026-11-23`, in the person's zone. */
  monday: string
  /** Whether its letter may go now. */
  isOpen: boolean
  /** When the next one is due. */
  next: Date
}

/** The week of a person's letter: from Monday at eight in their zone to the next one. `zone` is an IANA name. */
export function weekOf(now: Date, zone: string): Week {
  const today = dayIn(now, zone)
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = moved(today, -sinceMonday)
  const begins = morningOf(monday, zone)
  if (begins > now) return { monday: moved(monday, -7), isOpen: isOpen(moved(monday, -7)), next: begins }
  return { monday, isOpen: isOpen(monday), next: morningOf(moved(monday, 7), zone) }

  function isOpen(day: string): boolean {
    return now.getTime() - morningOf(day, zone).getTime() < lateMs
  }
}

/** The moment of eight o'clock of a day in a zone. */
function morningOf(day: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  let at = wanted
  // The offset is that of the moment itself, which the first look only comes near.
  for (let look = 0; look < 2; look++) at = wanted - offsetMs(new Date(at), zone)
  return new Date(at)
}

/** How far the clocks of a zone are ahead of UTC. */
function offsetMs(at: Date, timeZone: string): number {
  const form = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const
  // The Swedish form is that of ISO 8601.
  const local = new Intl.DateTimeFormat('sv', form).format(at).replace(' ', 'T')
  return Date.parse(`${local}Z`) - Math.floor(at.getTime() / 1_000) * 1_000
}

function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(at)
}

function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
