import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { AppError, invalidField } from '@rts/shared/errors'
import { type Plan, type PlanTable, planNames } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { faults } from '@rts/shared/texts/faults'
import type { Parts } from '../parts.ts'
import { findOpenOrder } from './orders.sql.ts'
import {
  isDowngrade,
  listPrices,
  type PaidPlan,
  type Position,
  type Price,
  type Prices,
  paidPlans,
  priceOf,
  renewableFrom,
  terms,
} from './rules/offers.ts'
import { isHigher } from './rules/periods.ts'
import { type Money, moneyOf, type Subscriptions } from './subscriptions.ts'

type SoldPlan = Exclude<Plan, 'guest'>
type SubscriptionDeps = Pick<Parts, 'database' | 'clock'> & {
  subscriptions: Pick<Subscriptions, 'choose'>
  prices: Prices
  plans: PlanTable
  /** The provider of new orders, and whether it moves real money. */
  checkout: { provider: PaymentProviderName | null; isSandbox: boolean; supportEmail: string | null }
}

const sold = planNames.filter((plan): plan is SoldPlan => plan !== 'guest')

/** The paid plan of an account, and its offers. */
export function subscriptionHandlers(deps: SubscriptionDeps) {
  const present = async (accountId: string, known: Plan) => {
    const now = deps.clock.now()
    const [money, open] = await Promise.all([
      moneyOf(deps.database, accountId, now),
      findOpenOrder(deps.database, accountId, { isInvoice: false }),
    ])
    return { ...planStateAs(money, known), openOrderId: open?.id ?? null, ...offersAs(deps, money, known, now) }
  }
  return {
    'subscriptions.get': async ({ params, caller }) => {
      if (params.accountId !== caller.accountId) throw new AppError('not_found', 'No such account')
      return present(caller.accountId, caller.plan)
    },
    'subscriptions.update': async ({ body: { nextPlan }, caller }) => {
      await deps.subscriptions.choose(caller.accountId, nextPlan, deps.clock.now(), (money) =>
        requireLower(money, nextPlan),
      )
      return present(caller.accountId, caller.plan)
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

/** Throws `conflict` where nothing is paid for, `invalid_input` for a plan that is not lower. */
function requireLower({ planState, isClosed }: Money, nextPlan: Plan | null): void {
  if (isClosed || !planState.period) throw new AppError('conflict', 'Nothing is paid for, so no other plan can follow')
  if (nextPlan !== null && !isHigher(planState.period.plan, nextPlan))
    throw invalidField('nextPlan', faults.notALowerPlan)
}

function planStateAs({ planState, nextPlan, balance }: Money, known: Plan) {
  const { plan, paidUntil, graceUntil, isInGrace, period } = planState
  return {
    plan: soldPlan(period ? plan : known),
    paidUntil: paidUntil?.toISOString() ?? null,
    graceUntil: graceUntil?.toISOString() ?? null,
    isInGrace,
    nextPlan: period && nextPlan ? soldPlan(nextPlan) : null,
    months: period ? termOf(period.months) : null,
    renewableFrom: renewableFrom(planState)?.toISOString() ?? null,
    balanceIdr: Math.max(0, balance),
  }
}

function offersAs({ prices, plans, checkout }: SubscriptionDeps, money: Money, known: Plan, now: Date) {
  const at: Position = { ...money, plan: known, now }
  const { provider, isSandbox, supportEmail } = checkout
  const offers = sold.map((plan) => ({
    plan,
    limits: plans[plan],
    isDowngrade: isDowngrade(at, plan),
    listPrices: isPaid(plan) ? listPrices(prices, plan).map(({ months, price }) => ({ months, amountIdr: price })) : [],
    prices:
      isPaid(plan) && provider
        ? terms.flatMap((months) => priceOf(prices, at, plan, months) ?? []).map(presentPrice)
        : [],
  }))
  return { quotedAt: now.toISOString(), offers, checkout: provider, isSandbox, supportEmail }
}

function presentPrice({ months, price, credit, due, kind, startsAt, paidUntil }: Price) {
  const times = { startsAt: startsAt.toISOString(), paidUntil: paidUntil.toISOString() }
  return { months, amountIdr: price, creditIdr: credit, dueIdr: due, kind, ...times }
}

function isPaid(plan: Plan): plan is PaidPlan {
  return paidPlans.some((paid) => paid === plan)
}

function soldPlan(plan: Plan): SoldPlan {
  return plan === 'guest' ? 'free' : plan
}

function termOf(months: number): 1 | 12 {
  return months === 12 ? 12 : 1
}
