import { dayMs, nextUtcMidnight } from '@rts/shared/clock'
import { nextDue } from '@rts/shared/daily-slot'
import type { Plan, PlanTable } from '@rts/shared/plans'

/** Whether a check at `checkedAt` is recent enough to replace one now. */
export function isWithinRhythm(checkedAt: Date | null, now: Date, rhythmDays: number): boolean {
  return checkedAt !== null && now.getTime() - checkedAt.getTime() < rhythmDays * dayMs
}

/** When a new, changed or resumed keyword is due: at once, unless its account had the page within the rhythm. */
export function firstDue(
  lastCheckedAt: Date | null,
  { rhythmDays, slotSeconds, now }: { rhythmDays: number; slotSeconds: number; now: Date },
): Date {
  if (lastCheckedAt === null || !isWithinRhythm(lastCheckedAt, now, rhythmDays)) return now
  return new Date(Math.max(now.getTime(), nextDue(lastCheckedAt, rhythmDays, slotSeconds).getTime()))
}

/** Whether a keyword due at `dueAt` takes its rank from a page fetched at `seenAt`. */
export function isDue({ dueAt }: { dueAt: Date | null }, seenAt: Date): boolean {
  return dueAt !== null && dueAt <= seenAt
}

const retrySeconds = [30, 120, 480, 1_920] as const
const daySeconds = 86_400

/**
 * Seconds until a failed fetch is retried, at least those that the provider asked for, but at most a day: quickly at first, then
 * daily, so that an outage costs no account a week. Null if it cannot succeed. `tries` counts the failures in a row, with this one.
 */
export function retryDelay(tries: number, askedSeconds: number | null, isHopeless: boolean): number | null {
  if (isHopeless) return null
  const own = retrySeconds[tries - 1] ?? daySeconds
  return Math.max(own, Math.min(askedSeconds ?? 0, daySeconds))
}

/** When a page beyond the day's budget is due: in the first hour of the next UTC day, in the order of the slots. */
export function nextBudgetDay(now: Date, slotSeconds: number): Date {
  return new Date(nextUtcMidnight(now).getTime() + Math.floor((slotSeconds * 1_000) / 24))
}

/** The days between the checks of an account: its own rhythm if it has one, otherwise its plan's. */
export function rhythmOf(account: { plan: Plan; checkEveryDays: number | null }, plans: PlanTable): number {
  return account.checkEveryDays ?? plans[account.plan].checkEveryDays
}
