import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { startLoop } from '@rts/shared/loops/loop'
import { readPlans } from '@rts/shared/plans'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { pages } from '../../web/routes.ts'
import type { AppConfig } from '../config.ts'
import { isRefused } from '../data/mail-refusals.ts'
import type { InviteTokens } from '../domain/invite-token.ts'
import type { AccountOf } from '../domain/open-account.ts'
import type { Post } from '../post.ts'
import { createCheckout } from './checkout.ts'
import { createBillingMail } from './letters.ts'
import { createHandStore } from './manual-orders.ts'
import { createNoticeStore } from './notices.sql.ts'
import { createOrderStore } from './ordering.ts'
import type { Order } from './orders.sql.ts'
import { orderHandlers } from './orders.ts'
import { createPageStore } from './payment-pages.sql.ts'
import { subscriptionHandlers } from './plans.ts'
import { createLookStore } from './polls.sql.ts'
import { isLive } from './providers/config.ts'
import { readPrices } from './providers/prices.ts'
import { createProviders } from './providers/providers.ts'
import { createReceiptStore } from './receipts.sql.ts'
import { createSettlement } from './settlement.ts'
import { createSubscriptionStore } from './subscriptions.ts'
import { allOrderHandlers } from './support.ts'
import { createWebhookRoute, webhookPath } from './webhook.ts'

type BillingParts = Pick<ServiceParts, 'pool' | 'clock' | 'logger'> & {
  mail: Post
  tokens: InviteTokens
  accountOf: AccountOf
}
type BillingMail = ReturnType<typeof createBillingMail>
type Seller = ReturnType<typeof readPrices>['seller']
const pollMs = 1_000

/** Plans that are paid for: orders, providers and their notices, periods, receipts. */
export function createBilling(parts: BillingParts, config: AppConfig) {
  const { pool, clock, logger, accountOf } = parts
  const { seller, prices } = readPrices(config.PRICES_FILE, isLive(config))
  const providers = createProviders(config, parts)
  const stores = createBillingStores(pool, mailOf(parts, config), seller)
  const { subscriptions, hand, notices } = stores
  const checkout = createCheckout({ ...stores, providers, pageOf: pagesAt(config.PUBLIC_URL), clock, logger })
  const lane = checkout.start()
  const moments = startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'a subscription was not looked at'),
    round: () => subscriptions.nextDue(clock.now()),
  })
  const provider = config.PAYMENT_PROVIDER ?? null
  const sells = { provider, isSandbox: !isLive(config), supportEmail: config.SUPPORT_EMAIL ?? null }
  return {
    handlers: {
      ...subscriptionHandlers({ ...stores, prices, clock, plans: readPlans(config.PLANS_FILE), checkout: sells }),
      ...orderHandlers({ ...stores, checkout, provider, prices, accountOf, clock }),
      ...allOrderHandlers({ ...stores, checkout, accountOf, clock }),
    },
    webhookRoute: createWebhookRoute({ providers, notices, wake: lane.wake, clock, logger }),
    /** The end of an account ends what it has open. */
    closed: closedEffect((client, id) => hand.closeAccount(client, id, clock.now())),
    chores: [() => notices.forgetOld(clock.now())],
    background: [lane, moments],
  }
}

function createBillingStores(pool: ServiceParts['pool'], mail: BillingMail, seller: Seller) {
  const subscriptions = createSubscriptionStore(pool, mail)
  const settlement = createSettlement(subscriptions, mail, seller)
  return {
    subscriptions,
    orders: createOrderStore(pool, settlement),
    looks: createLookStore(pool, settlement, mail),
    hand: createHandStore(pool, settlement),
    notices: createNoticeStore(pool),
    pages: createPageStore(pool),
    receipts: createReceiptStore(pool),
  }
}

function mailOf({ mail, tokens, logger }: BillingParts, { PUBLIC_URL, SUPPORT_EMAIL }: AppConfig): BillingMail {
  return createBillingMail({
    ...{ compose: mail.compose, tokens, logger, publicUrl: PUBLIC_URL, supportEmail: SUPPORT_EMAIL },
    wantsReminders: async (client, email) => !(await isRefused(client, email, 'reminder')),
  })
}

function closedEffect(close: (client: Parameters<FactEffect>[0], accountId: string) => Promise<void>): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'account.changed') return
    const { id, status } = events[fact.type].state.parse(fact.state)
    if (status === 'closed') await close(client, id)
  }
}

/** What a provider's page says of an order, and where it leads. */
function pagesAt(publicUrl: string) {
  return ({ id, plan, months, provider }: Order) => ({
    title: `${plan.charAt(0).toUpperCase()}${plan.slice(1)}, ${months === 1 ? '1 month' : `${months} months`}`,
    returnUrl: publicUrl + pages.order.replace('$orderId', id),
    notifyUrl: publicUrl + webhookPath(provider ?? ''),
  })
}
