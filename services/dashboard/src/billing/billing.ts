import { startLoop } from '@rts/shared/loops/loop'
import { readPlans } from '@rts/shared/plans'
import type { Transaction } from '@rts/shared/service/transaction'
import { pages } from '../../web/routes.ts'
import type { AppConfig } from '../config.ts'
import type { Parts } from '../parts.ts'
import { isLive, readPrices } from './config.ts'
import { createUnreadable } from './figures.ts'
import { createBillingLetters } from './letters.ts'
import { cancelOpenOrders, type Order } from './orders.sql.ts'
import { orderHandlers } from './orders.ts'
import { createPolling } from './polling.ts'
import { deleteOldNotices } from './polls.sql.ts'
import { createProviders } from './providers/providers.ts'
import { createSettlement } from './settlement.ts'
import { subscriptionHandlers } from './subscription-handlers.ts'
import { closeSubscription } from './subscriptions.sql.ts'
import { createSubscriptions } from './subscriptions.ts'
import { supportHandlers } from './support.ts'
import { createWebhookRoute, webhookPath } from './webhook.ts'

export { showOrders } from './figures.ts'
export { paymentArea, paymentProbes } from './probes.ts'

type BillingParts = Pick<
  Parts,
  'database' | 'accountOf' | 'mail' | 'tokens' | 'clock' | 'logger' | 'registry' | 'calls'
>
const pollMs = 1_000

/** Paid plans: orders, providers and their notices, periods, receipts. */
export function createBilling(
  { database, mail, tokens, accountOf, clock, logger, registry, calls }: BillingParts,
  config: AppConfig,
) {
  const { PAYMENT_PROVIDER: provider = null, PUBLIC_URL: publicUrl, SUPPORT_EMAIL: supportEmail } = config
  const { seller, prices } = readPrices(config.PRICES_FILE, isLive(config))
  const providers = createProviders(config, { clock, logger, calls, unreadable: createUnreadable(registry, logger) })
  const letters = createBillingLetters({ compose: mail.compose, tokens, publicUrl, supportEmail, logger })
  const subscriptions = createSubscriptions(database, letters)
  const settlement = createSettlement({ database, subscriptions, letters, seller })
  const polling = createPolling({ database, settlement, providers, pageOf: pagesAt(publicUrl), clock, logger })
  const lane = polling.start()
  const moments = startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'a subscription was not looked at'),
    round: () => subscriptions.restateNext(clock.now()),
  })
  const common = { database, subscriptions, settlement, polling, prices, accountOf, clock }
  const checkout = { provider, isSandbox: !isLive(config), supportEmail: supportEmail ?? null }
  return {
    handlers: {
      ...subscriptionHandlers({ ...common, plans: readPlans(config.PLANS_FILE), checkout }),
      ...orderHandlers({ ...common, provider }),
      ...supportHandlers(common),
    },
    webhookRoute: createWebhookRoute({ database, providers, wake: lane.wake, clock, logger }),
    /** Closing an account cancels its open orders. A later payment goes to review. */
    async closed(tx: Transaction, accountId: string): Promise<void> {
      await cancelOpenOrders(tx, accountId, clock.now())
      await closeSubscription(tx, accountId, clock.now())
    },
    chores: [() => deleteOldNotices(database, clock.now())],
    background: [lane, moments],
  }
}

/** The texts and addresses of a provider's page. */
function pagesAt(publicUrl: string) {
  return ({ id, plan, months, provider }: Order) => ({
    title: `${plan.charAt(0).toUpperCase()}${plan.slice(1)}, ${months === 1 ? '1 month' : `${months} months`}`,
    returnUrl: publicUrl + pages.order.replace('$orderId', id),
    notifyUrl: publicUrl + webhookPath(provider ?? ''),
  })
}
