import { clickRate, clickRates } from '@rts/shared/clicks'
import { minKnownShare } from '@rts/shared/statistics'
import { visibilityOf } from './visibility.ts'

/** The checks that count on a day; `counts` are those not found, then those in each bucket of places. */
type DayTally = { clicks: number; phrases: number; counts: readonly number[] }
type Added = { day: string; n: number }

const everyClick = clickRates.reduce((sum, rate) => sum + rate)
const nothing: DayTally = { clicks: 0, phrases: 0, counts: [] }
const weekDays = 7
/** A day is whole by the week before it, and carries one of that week: so many days more are read than are answered. */
export const daysBefore = 2 * weekDays

function checkedOn({ counts }: DayTally): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Visibility on a day, as `visibilityScore` has it; null where nothing was checked. */
export function scoreOn({ clicks, phrases }: DayTally): number | null {
  // A sum of fractions that should be 0 is not quite.
  return phrases === 0 ? null : Math.max(0, visibilityOf({ clicks, phrases }))
}

/** The share of all clicks on the results pages that the host gets, in percent; null where nothing was checked. */
export function shareOn(tally: DayTally): number | null {
  const score = scoreOn(tally)
  return score === null ? null : Math.round((100 * score * clickRate(1)) / everyClick) / 100
}

/**
 * Visibility and share of the days after the first `daysBefore`. A day counts the keywords that were checked in time; where those are
 * fewer than could be, it carries the last whole day of the week before, and is null without one. On a day without any it is null too:
 * what failed as a whole is a gap.
 */
export function courseOf(days: readonly string[], tallies: readonly DayTally[], added: readonly Added[]) {
  const counted = days.map((_, i) => checkedOn(tallies[i] ?? nothing))
  // Imported ranks are older than the keyword.
  const tracked = days.map((day, i) => Math.max(trackedOn(day, added), counted[i] ?? 0))
  const week = (i: number) => Array.from({ length: Math.min(i, weekDays) }, (_, ago) => i - ago - 1)
  const of = (numbers: readonly number[], i: number) => numbers[i] ?? 0
  // Keywords that counted in the last week, and those added since: one that can never be checked, or is no longer, leaves after a week.
  const dueOn = (i: number) =>
    Math.max(of(counted, i), ...week(i).map((j) => of(counted, j) + Math.max(0, of(tracked, i) - of(tracked, j))))
  const whole = counted.map((count, i) => count > 0 && count / dueOn(i) >= minKnownShare)
  const sources = counted.map((count, i) => (whole[i] || count === 0 ? i : (week(i).find((j) => whole[j]) ?? null)))
  const told = sources.slice(daysBefore)
  const on = (value: (tally: DayTally) => number | null) =>
    told.map((i) => (i === null ? null : value(tallies[i] ?? nothing)))
  const carried = told.map((source, i) => source !== null && source !== i + daysBefore)
  return { scores: on(scoreOn), shares: on(shareOn), carried }
}

/** How many of the tracked keywords had no check that counts; `added` says how many were added on which day. */
export function uncheckedOn(days: readonly string[], tallies: readonly DayTally[], added: readonly Added[]) {
  // Imported ranks are older than the keyword.
  return days.map((day, i) => Math.max(0, trackedOn(day, added) - checkedOn(tallies[i] ?? nothing)))
}

function trackedOn(day: string, added: readonly Added[]): number {
  return added.reduce((sum, { day: since, n }) => sum + (since <= day ? n : 0), 0)
}

/** How many keywords were added on each day beside others that were tracked before; the first ones were added to nothing. */
export function addedOn(days: readonly string[], tracked: readonly Added[]): number[] {
  const first = tracked.map(({ day }) => day).sort()[0] ?? ''
  return days.map((day) => (day > first ? (tracked.find((each) => each.day === day)?.n ?? 0) : 0))
}
