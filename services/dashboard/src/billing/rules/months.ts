import { dayMs } from '@rts/shared/clock'

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

/**
 * The same time of day `months` later, in UTC, on `anchorDay`, or on the last day of a shorter month: what begins on the 31st
 * ends on the 28th of February and on the 31st of March.
 */
export function monthsAfter(at: Date, months: number, anchorDay: number): Date {
  const month = at.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(at.getUTCFullYear(), month, Math.min(anchorDay, lastDay))
  return new Date(midnight + (at.getTime() % dayMs))
}
