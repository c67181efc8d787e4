import { dayMs, hourMs } from '@rts/shared/clock'
import { daysAfter, type PlanState } from './periods.ts'

const minuteMs = 60_000
/** After an order was made; hourly after that, and daily once it has expired. */
const firstPollsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs]
/** How long after its expiry an order is still polled: a payment may come late. */
const lateDays = 7

/** When the provider is asked about an order again, if it says nothing by itself; null: never. */
export function nextOpenPoll({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: Date): Date | null {
  const ageMs = now.getTime() - createdAt.getTime()
  const first = firstPollsMs.find((ms) => ms > ageMs)
  const regular = first === undefined ? now.getTime() + hourMs : createdAt.getTime() + first
  // The moment of expiry is polled exactly: an order must not seem open for an hour longer.
  if (now < expiresAt) return new Date(Math.min(regular, expiresAt.getTime()))
  return nextLatePoll(expiresAt, now)
}

/** When an order that is not open is polled again: a payment may come late, or a second one. */
export function nextLatePoll(expiresAt: Date, now: Date): Date | null {
  const end = daysAfter(expiresAt, lateDays)
  return now < end ? new Date(Math.min(now.getTime() + dayMs, end.getTime())) : null
}

/** When a provider that does not answer is asked again: soon, then ever later, hourly at the latest. */
export function nextTry(fails: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(hourMs, minuteMs * 2 ** Math.min(fails, 10)))
}

export const nextRefundPoll = (now: Date): Date => new Date(now.getTime() + hourMs)

/** Days before the end at which the owner is reminded. */
const marks = [7, 3, 1, 0] as const
export type Mark = (typeof marks)[number]
/** The last reminder: for which end, and how many days before. */
export type Reminded = { paidUntil: Date; days: number } | null

/** The reminder that is due: where several were missed, the last one alone. */
export function dueReminder({ paidUntil }: PlanState, reminded: Reminded, now: Date): Mark | null {
  if (!paidUntil) return null
  const reached = marks.findLast((days) => daysAfter(paidUntil, -days) <= now)
  if (reached === undefined) return null
  const isSent = reminded?.paidUntil.getTime() === paidUntil.getTime() && reminded.days <= reached
  return isSent ? null : reached
}

export function nextReminder({ paidUntil }: PlanState, now: Date): Date | null {
  if (!paidUntil) return null
  return marks.map((days) => daysAfter(paidUntil, -days)).find((at) => at > now) ?? null
}
