import { kit as t } from '../../../texts/kit.ts'
import { locale } from '../../../texts/locale.ts'

const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const utcMoment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
const minuteMs = 60_000
/** A day in milliseconds. */
export const dayMs = 86_400_000
const steps: [unit: Intl.RelativeTimeFormatUnit, size: number][] = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
]

export function momentText(at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

export function utcMomentText(at: number): string {
  return `${utcMoment.format(at)} UTC`
}

/** The day of a moment in UTC: one calendar for all, by which paid periods, positions and figures are kept. */
export function dayText(at: number): string {
  return utcDay.format(at)
}

/** The days from one to another, as `2026-11-01` each. */
export function spanText(from: string, until: string): string {
  return t.span(dayText(Date.parse(from)), dayText(Date.parse(until)))
}

/** How far a moment is from now, to the minute; its UTC day beyond a month. */
export function ago(at: number, now: number): string {
  let distance = (at - now) / minuteMs
  if (Math.abs(distance) < 1) return distance > 0 ? t.inAMoment : t.justNow
  for (const [unit, size] of steps) {
    if (Math.abs(distance) < size) return relative.format(Math.trunc(distance), unit)
    distance /= size
  }
  return dayText(at)
}
