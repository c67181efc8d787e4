import { dayMs } from '@rts/shared/clock'

/** The week's Monday, UTC. */
export function weekOf(now: Date): Date {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const daysSinceMonday = (new Date(midnight).getUTCDay() + 6) % 7
  return new Date(midnight - daysSinceMonday * dayMs)
}

export function nextMonday(now: Date): Date {
  return new Date(weekOf(now).getTime() + 7 * dayMs)
}
