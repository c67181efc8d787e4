import { scaleUtc } from 'd3-scale'
import { locale } from '../../../texts/locale.ts'
import { dayMs } from '../words/time-text.ts'

export const margin = { left: 34, right: 10, top: 14, dates: 24 }
const dateWidth = 110
/** Around a single moment. */
const spanMs = 3 * dayMs

export type TimePlot = ReturnType<typeof timePlot>

export function timePlot(from: number, until: number, width: number) {
  const end = Math.max(margin.left + 60, width - margin.right)
  const times: [number, number] = until === from ? [from - spanMs, from + spanMs] : [from, until]
  const x = scaleUtc(times, [margin.left + 6, end])
  return {
    from,
    width,
    x: (at: number) => x(at),
    at: (pixel: number) => x.invert(pixel).getTime(),
    dates: timeTicks(times[0], times[1], Math.max(2, Math.floor(width / dateWidth))),
  }
}

/** The place of the moment in an ascending list that is nearest to another; -1 in an empty list. */
export function nearest(moments: readonly number[], at: number): number {
  let best = -1
  for (const [i, moment] of moments.entries())
    if (best < 0 || Math.abs(moment - at) < Math.abs((moments[best] ?? 0) - at)) best = i
  return best
}

const daySteps = [1, 2, 3, 7, 14]
const monthSteps = [1, 2, 3, 6]
const dayName = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })

type Tick = { at: number; text: string }

/**
 * The dates that an axis names, all of one kind: days (28 Oct), starts of months (Nov 2026) or years, in UTC.
 * @param max how many there is room for, at least 2
 */
export function timeTicks(from: number, until: number, max: number): Tick[] {
  const days = (until - from) / dayMs
  const dayStep = daySteps.find((step) => days / step <= max)
  if (dayStep !== undefined) return dayTicks(from, until, dayStep)
  const months = days / 30.4
  const monthStep = monthSteps.find((step) => months / step <= max) ?? 12 * Math.ceil(months / 12 / max)
  return monthTicks(from, until, monthStep)
}

/** Counted back from the last day, which is the one that is read first. */
function dayTicks(from: number, until: number, step: number): Tick[] {
  const ticks: Tick[] = []
  for (let at = startOfDay(until); at >= from; at -= step * dayMs) ticks.unshift({ at, text: dayName.format(at) })
  return ticks.length > 0 ? ticks : [{ at: from, text: dayName.format(from) }]
}

function monthTicks(from: number, until: number, step: number): Tick[] {
  const first = new Date(from)
  const isOfYears = step % 12 === 0
  const ticks: Tick[] = []
  // Months count from the year 0, so that a step of three names January, April, July and October.
  let month = first.getUTCFullYear() * 12 + first.getUTCMonth()
  month = Math.ceil(month / step) * step
  for (let at = startOfMonth(month); at <= until; month += step, at = startOfMonth(month)) {
    const text = isOfYears ? String(new Date(at).getUTCFullYear()) : monthName.format(at)
    if (at >= from) ticks.push({ at, text })
  }
  return ticks
}

function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs
}

function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1)
}
