import { dayMs } from '@rts/shared/clock'

/** The Monday, in UTC, with which the week of a moment begins. */
export function weekOf(now: Date): Date {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const daysSinceMonday = (new Date(midnight).getUTCDay() + 6) % 7
  return new Date(midnight - daysSinceMonday * dayMs)
}

/** The Monday after a moment. */
export function nextMonday(now: Date): Date {
  return new Date(weekOf(now).getTime() + 7 * dayMs)
}
