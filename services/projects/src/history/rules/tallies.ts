import { dayMs, utcDay } from '@rts/shared/clock'

/** The checks that count on a day, or how they changed; `clicks` has the mean of each phrase, `counts` are those not found, then those in each bucket of places. */
export type DayTally = { clicks: number; phrases: number; counts: readonly number[] }

/** The days from one to another, both included, as `YYYY-MM-DD` in UTC; none where the other is before. */
export function daysBetween(from: string, until: string): string[] {
  const length = Math.max(0, Math.round((Date.parse(until) - Date.parse(from)) / dayMs) + 1)
  return Array.from({ length }, (_, i) => utcDay(new Date(Date.parse(from) + i * dayMs)))
}

export function firstDay(until: string, days: number): string {
  return utcDay(new Date(Date.parse(until) - (days - 1) * dayMs))
}

export function running(days: readonly string[], steps: readonly (DayTally & { day: string })[]): DayTally[] {
  const stepOf = new Map(steps.map((step) => [step.day, step]))
  let now: DayTally = { clicks: 0, phrases: 0, counts: [0, 0, 0, 0, 0, 0] }
  return days.map((day) => {
    const step = stepOf.get(day)
    if (step)
      now = {
        clicks: now.clicks + step.clicks,
        phrases: now.phrases + step.phrases,
        counts: now.counts.map((count, i) => count + (step.counts[i] ?? 0)),
      }
    return now
  })
}

export function dayAfter(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) + days * dayMs))
}

const buckets = 6

/** The tallies of the days of a course; none where `last` is before `first`, and of no day whose phrases are not known. */
export function talliesOf(course: {
  first: string
  last: string
  clicks: readonly number[]
  phrases: readonly number[]
  counts: readonly number[]
}) {
  const days = daysBetween(course.first, course.last).length
  return course.phrases.slice(0, days).map((phrases, i): DayTally => {
    return { clicks: course.clicks[i] ?? 0, phrases, counts: course.counts.slice(i * buckets, (i + 1) * buckets) }
  })
}

/** Tallies with others added or taken away, day by day, as a course has them. */
export function shifted(tallies: readonly DayTally[], others: readonly DayTally[], sign: 1 | -1) {
  return {
    clicks: tallies.map(({ clicks }, i) => clicks + sign * (others[i]?.clicks ?? 0)),
    phrases: tallies.map(({ phrases }, i) => phrases + sign * (others[i]?.phrases ?? 0)),
    counts: tallies.flatMap(({ counts }, i) => counts.map((count, j) => count + sign * (others[i]?.counts[j] ?? 0))),
  }
}

/** For how many days a check counts, where one is made every `rhythmDays`: one and a half times as long, and a day at least. */
export function reachOf(rhythmDays: number): number {
  return Math.max(1, Math.floor(1.5 * rhythmDays))
}
