import type { OutputOf } from '../../api/call.ts'
import { capitalised } from '../../kit/words/capitalised.ts'
import { money } from './money.ts'
import type { Order } from './order-status.tsx'

export type Offer = OutputOf<'subscriptions.get'>['offers'][number]

/** What can be bought. */
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
  const [month, year] = [listPrice(offer, 1), listPrice(offer, 12)]
  if (month === undefined || year === undefined || year >= 12 * month) return ''
  return `Saves ${money(12 * month - year, 'IDR')} a year`
}

/** What an order is for. */
export function orderName({ plan, months }: Pick<Order, 'plan' | 'months'>): string {
  return `${nameOf(plan)}, ${months === 1 ? 'one month' : `${months} months`}`
}

/** What a plan gives, as lines to compare. */
export function gives({ limits }: Offer): string[] {
  const count = (most: number, one: string, many: string) => (most === 1 ? one : `${most.toLocaleString('en')} ${many}`)
  return [
    count(limits.sites, 'one site', 'sites'),
    count(limits.keywords, 'one keyword', 'keywords'),
    limits.checkEveryDays === 1 ? 'checked every day' : `checked every ${limits.checkEveryDays} days`,
    count(limits.callsPerDay ?? 0, 'one API call per day', 'API calls per day'),
    count(limits.collectsPerDay, 'one data refresh per day', 'data refreshes per day'),
    count(limits.competitorsPerSite, 'one competitor per site', 'competitors per site'),
    count(limits.prompts, 'one AI prompt', 'AI prompts'),
    count(limits.crawlPages, 'one page per audit', 'pages per audit'),
    count(limits.writingsPerMonth, 'one plan or article per month', 'plans and articles per month'),
    count(limits.people, 'one person', 'people'),
  ]
}
