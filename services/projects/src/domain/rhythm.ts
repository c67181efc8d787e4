import { createHash } from 'node:crypto'
import { nextUtcMidnight } from '@rts/shared/clock'
import type { Plan, PlanTable } from '@rts/shared/plans'

const dayMs = 86_400_000

/** The second of the day (0 to 86,399) at which a page is checked: spread evenly, and always the same for one page. */
export function slotOf(...identity: string[]): number {
  const digest = createHash('sha256').update(identity.join('\u0000')).digest()
  return digest.readUInt32BE(0) % 86_400
}

/**
 * When the check after the one at `checkedAt` is due: at the page's own time of the day that is nearest to one rhythm later.
 * A late check therefore never shifts those that follow.
 */
export function nextDue(checkedAt: Date, rhythmDays: number, slotSeconds: number): Date {
  const earliest = checkedAt.getTime() + (rhythmDays - 0.5) * dayMs
  const onThatDay = Math.floor(earliest / dayMs) * dayMs + slotSeconds * 1_000
  return new Date(onThatDay >= earliest ? onThatDay : onThatDay + dayMs)
}

/** Whether a check at `checkedAt` still stands for one now. */
export function isWithinRhythm(checkedAt: Date | null, now: Date, rhythmDays: number): boolean {
  return checkedAt !== null && now.getTime() - checkedAt.getTime() < rhythmDays * dayMs
}

/** Pages younger than this serve a new reader without a fetch: half its rhythm. */
export function freshSince(now: Date, rhythmDays: number): Date {
  return new Date(now.getTime() - (rhythmDays * dayMs) / 2)
}

/**
 * When a page is due for a reader that is added now: at once, unless its account had it checked within the rhythm or a
 * stored page is fresh enough.
 */
export function firstDue(
  reader: { lastCheckedAt: Date | null; servedFrom: Date | null },
  page: { rhythmDays: number; slotSeconds: number; now: Date },
): Date {
  const { rhythmDays, slotSeconds, now } = page
  const own = isWithinRhythm(reader.lastCheckedAt, now, rhythmDays) ? reader.lastCheckedAt : null
  const latest = [own, reader.servedFrom].filter((at) => at !== null).sort((a, b) => b.getTime() - a.getTime())[0]
  if (!latest) return now
  return new Date(Math.max(now.getTime(), nextDue(latest, rhythmDays, slotSeconds).getTime()))
}

const retrySeconds = [30, 120, 480, 1_920] as const
const daySeconds = 86_400

/**
 * Seconds until a failed fetch is tried again, the provider's own wish included: quickly at first, then once a day, so that an
 * outage costs nobody a week. Null for what cannot succeed. `tries` counts the failures in a row, this one included.
 */
export function retryDelay(tries: number, wishSeconds: number | null, isHopeless: boolean): number | null {
  if (isHopeless) return null
  const own = retrySeconds[tries - 1] ?? daySeconds
  return Math.max(own, Math.min(wishSeconds ?? 0, daySeconds))
}

/** When what the day could not pay for is due: in the first hour of the next UTC day, in the order of the slots. */
export function nextBudgetDay(now: Date, slotSeconds: number): Date {
  return new Date(nextUtcMidnight(now).getTime() + Math.floor((slotSeconds * 1_000) / 24))
}

/** How many days lie between the checks of an account: its own rhythm where it has one, its plan's otherwise. */
export function rhythmOf(account: { plan: Plan; checkEveryDays: number | null }, plans: PlanTable): number {
  return account.checkEveryDays ?? plans[account.plan].checkEveryDays
}
