import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { startLoop } from '@rts/shared/loops/loop'
import { readPlans } from '@rts/shared/plans'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { pages } from '../web/routes.ts'
import { createBillingMail } from './billing-mail.ts'
import type { AppConfig } from './config.ts'
import { createHandStore } from './data/billing/hand-store.ts'
import { createLookStore } from './data/billing/look-store.ts'
import { createNoticeStore } from './data/billing/notice-store.ts'
import type { Order } from './data/billing/order-records.ts'
import { createOrderStore } from './data/billing/order-store.ts'
import { createPageStore } from './data/billing/page-store.ts'
import { createReceiptStore } from './data/billing/receipt-store.ts'
import { createSettlement } from './data/billing/settlement.ts'
import { createSubscriptionStore } from './data/billing/subscription-store.ts'
import { isRefused } from './data/mail-refusals.ts'
import type { InviteTokens } from './domain/invite-token.ts'
import type { AccountOf } from './domain/open-account.ts'
import { allOrderHandlers } from './handlers/all-orders.ts'
import { orderHandlers } from './handlers/orders.ts'
import { subscriptionHandlers } from './handlers/subscriptions.ts'
import { createWebhookRoute, webhookPath } from './http/webhook-route.ts'
import { createCheckout } from './jobs/checkout.ts'
import { isLive } from './payments/config.ts'
import { readPrices } from './payments/prices.ts'
import { createProviders } from './payments/providers.ts'
import type { Post } from './post.ts'

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
