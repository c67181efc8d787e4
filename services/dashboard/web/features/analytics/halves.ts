import type { OutputOf } from '../../api/call.ts'
import { dayMs } from '../../kit/words/time-text.ts'

export type Course = OutputOf<'visibility.list'>
type DayFigures = OutputOf<'searchConsoleFigures.list'>['days'][number]
type Totals = { clicks: number; impressions: number; ctr: number | null; position: number | null }

/** Splits a course of twice the days into the period and the one before it. */
export function halvesOf(course: Course): { now: Course; before: Course } {
  const half = course.days.length / 2
  return { before: partOf(course, 0, half), now: partOf(course, half, course.days.length) }
}

function partOf({ days, counts, hosts, notes }: Course, from: number, until: number): Course {
  const part = <T>(values: readonly T[]) => values.slice(from, until)
  const { top3, top10, top20, top50, top100, notFound, unchecked, added } = counts
  const shown = part(days)
  return {
    days: shown,
    counts: {
      top3: part(top3),
      top10: part(top10),
      top20: part(top20),
      top50: part(top50),
      top100: part(top100),
      notFound: part(notFound),
      unchecked: part(unchecked),
      ...(added && { added: part(added) }),
    },
    hosts: hosts.map(({ scores, shares, carried, ...host }) => ({
      ...host,
      scores: part(scores),
      shares: part(shares),
      ...(carried && { carried: part(carried) }),
    })),
    notes: notes.filter(({ day }) => shown.includes(day)),
  }
}

/** How many keywords were in the top 3 on the last day; null where none was checked by then. */
export function top3AtEnd({ counts }: Course): number | null {
  return isCheckedAtEnd(counts) ? (counts.top3.at(-1) ?? null) : null
}

export function top10AtEnd({ counts }: Course): number | null {
  return isCheckedAtEnd(counts) ? (counts.top3.at(-1) ?? 0) + (counts.top10.at(-1) ?? 0) : null
}

function isCheckedAtEnd({ unchecked: _, added: __, ...found }: Course['counts']): boolean {
  return Object.values(found).some((days) => (days.at(-1) ?? 0) > 0)
}

/** Days together: their position is the mean over impressions, unknown without any. Null where Google has no day. */
export function totalsOf(days: readonly DayFigures[]): Totals | null {
  if (days.length === 0) return null
  const sum = (of: (day: DayFigures) => number) => days.reduce((all, day) => all + of(day), 0)
  const clicks = sum((day) => day.clicks)
  const impressions = sum((day) => day.impressions)
  if (impressions === 0) return { clicks, impressions, ctr: null, position: null }
  const position = sum((day) => day.position * day.impressions) / impressions
  return { clicks, impressions, ctr: clicks / impressions, position }
}

/** One figure of each of these days, and of the day that is so many days earlier; null where Google has no such day. */
export function alongDays(days: readonly string[], found: readonly DayFigures[], of: (day: DayFigures) => number) {
  const byDay = new Map(found.map((each) => [each.day, of(each)]))
  const on = (day: string) => byDay.get(day) ?? null
  return { now: days.map(on), before: days.map((day) => on(earlier(day, days.length))) }
}

function earlier(day: string, by: number): string {
  return new Date(Date.parse(day) - by * dayMs).toISOString().slice(0, 10)
}
