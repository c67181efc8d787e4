import { type Plan, planNames } from '@rts/shared/plans'
import { creditOf, type Due, dueFor } from './credit.ts'
import { daysAfter } from './months.ts'
import { isHigher, type Period, type PlanState, spanOf } from './periods.ts'

export type PaidPlan = Exclude<Plan, 'guest' | 'free'>
export type Months = 1 | 12
export type OrderKind = 'new' | 'renew' | 'upgrade' | 'invoice'
/** Rupiah by plan and months; a plan without a price is not sold. */
export type Prices = { [P in PaidPlan]?: { [M in Months]?: number | undefined } | undefined }
/** All that a price depends on. */
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

/** From when on the plan that is paid for may be renewed. */
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

/** The full prices of a plan by term. */
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
