import { dayMs } from '@rts/shared/clock'
export type Window = { startDate: string; endDate: string }

/** Google counts days where it is, and its figures of a day are final two days later. */
const googleDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })
const finalAfterDays = 2

/** The last days whose figures are final: so many, both ends included. */
export function lastDays(days: number, now: Date): Window {
  const today = Date.parse(googleDay.format(now))
  const day = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10)
  return { startDate: day(finalAfterDays + days - 1), endDate: day(finalAfterDays) }
}

/** As many days, right before a window. */
export function daysBefore({ startDate }: Window, days: number): Window {
  const day = (ago: number) => new Date(Date.parse(startDate) - ago * dayMs).toISOString().slice(0, 10)
  return { startDate: day(days), endDate: day(1) }
}
