import { type Plan, planNames } from '@rts/shared/plans'
import { daysAfter, isHigher, type Period, type PlanState, spanOf } from './periods.ts'

export type PaidPlan = Exclude<Plan, 'guest' | 'free'>
export type Months = 1 | 12
export type OrderKind = 'new' | 'renew' | 'upgrade' | 'invoice'
/** Rupiah by plan and months; a plan without a price is not sold. */
export type Prices = { [P in PaidPlan]?: { [M in Months]?: number | undefined } | undefined }
export type Position = {
  /** The plan that the gateway knows: the operator may have set it by hand. */
  plan: Plan
  planState: PlanState
  periods: readonly Period[]
  nextPlan: Plan | null
  balance: number
  now: Date
}
export type Price = Due & {
  months: Months
  price: number
  kind: Exclude<OrderKind, 'invoice'>
  startsAt: Date
  paidUntil: Date
}

/** How long a price that was shown can be ordered. */
const quoteMs = 15 * 60_000
/** How long before its end a plan may be renewed. */
const renewalDays = 14
export const terms: readonly Months[] = [1, 12]
export const paidPlans = planNames.filter((plan): plan is PaidPlan => plan !== 'guest' && plan !== 'free')

export function renewableFrom({ paidUntil }: PlanState): Date | null {
  return paidUntil && daysAfter(paidUntil, -renewalDays)
}

/** The kind of an order for a plan; null where it cannot be bought. */
function kindOf({ plan: known, planState, nextPlan, now }: Position, plan: PaidPlan): Price['kind'] | null {
  if (!planState.period) return isHigher(known, plan) ? null : 'new'
  if (isHigher(plan, planState.plan) && plan !== planState.period.plan) return 'upgrade'
  const isNext = plan === planState.period.plan || plan === nextPlan
  const opens = renewableFrom(planState)
  return isNext && opens && opens <= now ? 'renew' : null
}

/** Whether a plan is below the account's; it can follow that one. */
export function isDowngrade({ plan: known, planState }: Position, plan: Plan): boolean {
  return isHigher(planState.period ? planState.plan : known, plan)
}

/** The moment that an order is priced at: that of the quote, or now once the quote has expired. */
export function pricedAt(quotedAt: Date, now: Date): Date {
  const ageMs = now.getTime() - quotedAt.getTime()
  return ageMs >= 0 && ageMs <= quoteMs ? quotedAt : now
}

export function listPrices(prices: Prices, plan: PaidPlan): { months: Months; price: number }[] {
  return terms.flatMap((months) => {
    const price = prices[plan]?.[months]
    return price === undefined ? [] : [{ months, price }]
  })
}

/** The price of a plan at `at.now`; undefined where it is not sold. */
export function priceOf(prices: Prices, at: Position, plan: PaidPlan, months: Months): Price | undefined {
  const price = prices[plan]?.[months]
  const kind = kindOf(at, plan)
  if (price === undefined || kind === null) return undefined
  const left = kind === 'upgrade' ? creditOf(at.periods, at.now) : 0
  const { startsAt, endsAt } = spanOf(at.periods, at.planState, { plan, months }, at.now)
  return { ...dueFor(price, left, at.balance), months, price, kind, startsAt, paidUntil: endsAt }
}

/** No payment method takes less. */
const minDueIdr = 10_000

/** The rest value of periods, in rupiah: each period's price for the whole seconds that are left, rounded down. */
export function creditOf(periods: readonly Period[], now: Date): number {
  return periods.reduce((sum, period) => sum + leftOf(period, now), 0)
}

function leftOf({ currency, price, startsAt, endsAt }: Period, now: Date): number {
  const from = Math.max(startsAt.getTime(), now.getTime())
  const leftSeconds = Math.floor((endsAt.getTime() - from) / 1_000)
  const seconds = Math.floor((endsAt.getTime() - startsAt.getTime()) / 1_000)
  // There is no rate at which dollars would become rupiah.
  if (currency !== 'IDR' || leftSeconds <= 0 || seconds <= 0) return 0
  // A year's price times its seconds is more than a number holds exactly.
  return Number((BigInt(price) * BigInt(leftSeconds)) / BigInt(seconds))
}

type Due = {
  due: number
  /** The part that credit pays. */
  credit: number
  /** The part of the credit that earlier payments left over. */
  fromBalance: number
}

/** The amount due: the rest value of the old plan is used first, then the balance. */
export function dueFor(price: number, fromPeriods: number, balance: number): Due {
  const first = Math.min(price, fromPeriods)
  const fromBalance = Math.min(price - first, Math.max(0, balance))
  const rest = price - first - fromBalance
  return { due: rest < minDueIdr ? 0 : rest, credit: first + fromBalance, fromBalance }
}
