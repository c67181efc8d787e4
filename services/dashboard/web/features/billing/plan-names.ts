import { billing as t } from '../../../texts/billing.ts'
import { planLimits } from '../../../texts/plan-limits.ts'
import type { OutputOf } from '../../api/call.ts'
import { capitalised } from '../../kit/words/figure.ts'
import { money } from './money.ts'
import type { Order } from './order-status.tsx'

export type Subscription = OutputOf<'subscriptions.get'>
export type Offer = Subscription['offers'][number]

export type SoldOffer = Offer & { plan: Exclude<Offer['plan'], 'free'> }

export function isSold(offer: Offer): offer is SoldOffer {
  return offer.plan !== 'free' && offer.prices.length > 0
}

export function nameOf(plan: Offer['plan']): string {
  return capitalised(plan)
}

/** The full price of a month or a year; undefined where the operator names none. */
export function listPrice({ listPrices }: Offer, months: 1 | 12): number | undefined {
  return listPrices.find((price) => price.months === months)?.amountIdr
}

/** How much less a year costs than twelve months, in words; empty where it saves nothing. */
export function savedByYear(offer: Offer): string {
  const month = listPrice(offer, 1)
  const year = listPrice(offer, 12)
  if (month === undefined || year === undefined || year >= 12 * month) return ''
  return t.savesPerYear(money(12 * month - year, 'IDR'))
}

export function orderName({ plan, months }: Pick<Order, 'plan' | 'months'>): string {
  return `${nameOf(plan)}, ${t.months(months)}`
}

export function gives({ limits }: Offer): string[] {
  return [
    planLimits.limits.sites(limits.sites),
    planLimits.limits.keywords(limits.keywords),
    t.checkedEvery(limits.checkEveryDays),
    planLimits.limits.callsPerDay(limits.callsPerDay ?? 0),
    planLimits.limits.collectsPerDay(limits.collectsPerDay),
    planLimits.limits.competitors(limits.competitorsPerSite),
    planLimits.limits.prompts(limits.prompts),
    planLimits.limits.crawlPages(limits.crawlPages),
    planLimits.limits.writingsPerMonth(limits.writingsPerMonth),
    planLimits.limits.people(limits.people),
  ]
}
