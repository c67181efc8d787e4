import { daysAfter } from './months.ts'
import type { PlanState } from './periods.ts'

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
