import { dayMs } from '@rts/shared/clock'
import { type Plan, planNames } from '@rts/shared/plans'

export type Currency = 'IDR' | 'USD'
/** A paid plan from `startsAt` until `endsAt`. A refunded period is empty. */
export type Period = {
  orderId: string
  plan: Plan
  months: number
  currency: Currency
  /** The whole price, credit included. */
  price: number
  startsAt: Date
  endsAt: Date
  /** The day of the month on which periods of its chain begin. */
  anchorDay: number
  /** A higher plan has ended it. */
  isCut: boolean
}
/** The plan of an account by its periods at a moment. */
export type PlanState = {
  plan: Plan
  /** The running period, or the one in grace; null without one. */
  period: Period | null
  /** The end of the paid periods without a gap; in grace it is past. */
  paidUntil: Date | null
  graceUntil: Date | null
  isInGrace: boolean
  /** The next change by time alone. */
  changesAt: Date | null
}
type Bought = { plan: Plan; months: number }
type Span = Pick<Period, 'startsAt' | 'endsAt' | 'anchorDay'>

/** The grace after the last paid period. */
const graceDays = 7

export const isHigher = (plan: Plan, than: Plan): boolean => planNames.indexOf(plan) > planNames.indexOf(than)

const nothing: PlanState = {
  plan: 'free',
  period: null,
  paidUntil: null,
  graceUntil: null,
  isInGrace: false,
  changesAt: null,
}

/** The state at a moment. `nextPlan` is the lower plan that follows the last period. */
export function planStateOf(periods: readonly Period[], nextPlan: Plan | null, now: Date): PlanState {
  const live = inOrder(periods)
  const running = live.findIndex(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
  if (running >= 0) return runningPlanState(live.slice(running))
  const ended = live.findLast(({ endsAt }) => endsAt <= now)
  // The rest value of a replaced plan was paid into the higher one: a refund of that gives no grace.
  const last = ended?.isCut ? undefined : ended
  const coming = live.find(({ startsAt }) => startsAt > now)?.startsAt ?? null
  const graceUntil = last && daysAfter(last.endsAt, graceDays)
  const plan = last && nextPlan && isHigher(last.plan, nextPlan) ? nextPlan : last?.plan
  if (!last || !graceUntil || graceUntil <= now || plan === undefined || plan === 'free')
    return { ...nothing, changesAt: coming }
  const changesAt = coming && coming < graceUntil ? coming : graceUntil
  return { plan, period: last, paidUntil: last.endsAt, graceUntil, isInGrace: true, changesAt }
}

function runningPlanState([period, ...later]: Period[]): PlanState {
  if (!period) return nothing
  let paidUntil = period.endsAt
  for (const next of later) if (next.startsAt <= paidUntil) paidUntil = next.endsAt
  const graceUntil = daysAfter(paidUntil, graceDays)
  return { plan: period.plan, period, paidUntil, graceUntil, isInGrace: false, changesAt: period.endsAt }
}

function inOrder(periods: readonly Period[]): Period[] {
  return periods
    .filter(({ startsAt, endsAt }) => startsAt < endsAt)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}

/** Whether a purchase replaces the running plan, rather than following it. */
export function startsNow(planState: PlanState, { plan }: Pick<Bought, 'plan'>): boolean {
  return !planState.period || isHigher(plan, planState.isInGrace ? planState.period.plan : planState.plan)
}

/** The span of a purchase at `now`: a higher plan begins at once, any other after the paid periods, grace included. */
export function spanOf(periods: readonly Period[], planState: PlanState, bought: Bought, now: Date): Span {
  const after = startsNow(planState, bought) ? null : planState.paidUntil
  const last = after && inOrder(periods).findLast(({ endsAt }) => endsAt.getTime() === after.getTime())
  const startsAt = after ?? now
  const anchorDay = last?.anchorDay ?? startsAt.getUTCDate()
  return { startsAt, anchorDay, endsAt: monthsAfter(startsAt, bought.months, anchorDay) }
}

/** The periods, cut where a higher plan replaces them from `now` on. */
export function cutAt(periods: readonly Period[], now: Date): Period[] {
  return periods.map((period) =>
    period.endsAt <= now ? period : { ...period, isCut: true, endsAt: period.startsAt > now ? period.startsAt : now },
  )
}

/** The periods after a refund of one: it ends where it began, and later ones move up by its rest. */
export function takenBack(periods: readonly Period[], orderId: string, now: Date): Period[] {
  const refunded = periods.find((period) => period.orderId === orderId)
  if (!refunded) return [...periods]
  const from = Math.max(refunded.startsAt.getTime(), now.getTime())
  const freedMs = Math.max(0, refunded.endsAt.getTime() - from)
  return periods.map((period) => {
    if (period === refunded) return { ...period, endsAt: period.startsAt }
    if (period.startsAt < refunded.endsAt) return period
    return { ...period, startsAt: earlier(period.startsAt, freedMs), endsAt: earlier(period.endsAt, freedMs) }
  })
}

const earlier = (at: Date, ms: number): Date => new Date(at.getTime() - ms)

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

/**
 * The same time of day `months` later, in UTC, on `anchorDay`, or on the last day of a shorter month: what begins on the 31st
 * ends on the 28th of February and on the 31st of March.
 */
export function monthsAfter(at: Date, months: number, anchorDay: number): Date {
  const month = at.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(at.getUTCFullYear(), month, Math.min(anchorDay, lastDay))
  return new Date(midnight + (at.getTime() % dayMs))
}
