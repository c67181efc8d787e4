import type { OutputOf } from '../../api/call.ts'
import { capitalised } from '../../ui/capitalised.ts'
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
    count(limits.callsPerDay ?? 0, 'one call of servers a day', 'calls of servers a day'),
    count(limits.collectsPerDay, 'one collect of fresh data a day', 'collects of fresh data a day'),
    count(limits.competitorsPerSite, 'one competitor of a site', 'competitors of a site'),
    count(limits.prompts, 'one AI prompt', 'AI prompts'),
    count(limits.crawlPages, 'one page of an audit', 'pages of an audit'),
    count(limits.writingsPerMonth, 'one plan or article a month', 'plans and articles a month'),
    count(limits.people, 'one person', 'people'),
  ]
}
