import type { Logger } from '@rts/shared/logger'
import { startLoop } from '@rts/shared/loops/loop'
import { readPlans } from '@rts/shared/plans'
import { createCounter, createGauges } from '@rts/shared/service/gauge'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Transaction } from '@rts/shared/service/transaction'
import { pages } from '../../web/routes.ts'
import type { AppConfig } from '../config.ts'
import type { Parts } from '../parts.ts'
import { isLive, readPrices } from './config.ts'
import { createBillingLetters } from './letters.ts'
import { cancelOpenOrders, type Order } from './orders.sql.ts'
import { orderHandlers } from './orders.ts'
import { createPolling } from './polling.ts'
import { countWaiting, deleteOldNotices } from './polls.sql.ts'
import type { Unreadable } from './providers/provider.ts'
import { createProviders } from './providers/providers.ts'
import { createSettlement } from './settlement.ts'
import { subscriptionHandlers } from './subscription-handlers.ts'
import { closeSubscription } from './subscriptions.sql.ts'
import { createSubscriptions } from './subscriptions.ts'
import { supportHandlers } from './support.ts'
import { createWebhookRoute, webhookPath } from './webhook.ts'

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

/** Shows orders that somebody should look at when they stay. */
export function showOrders({ registry, pool, clock }: Pick<ServiceParts, 'registry' | 'pool' | 'clock'>): void {
  createGauges(
    registry,
    {
      dashboard_orders_in_review:
        'Orders of half a year with a payment that fits no rule: the operator settles it or gives it back',
      dashboard_orders_unanswered: 'Orders about which their provider did not answer five times in a row',
      dashboard_orders_refunding: 'Orders whose money is being given back',
    },
    () => countWaiting(pool, clock.now()),
  )
}

/**
 * The alarm for answers of payment providers that are not as documented: an error line and a figure, with the provider and the
 * name of the field, and nothing of the answer.
 */
export function createUnreadable(registry: ServiceParts['registry'], logger: Pick<Logger, 'error'>): Unreadable {
  const count = createCounter(registry, {
    name: 'dashboard_unreadable_payments_total',
    help: 'Answers of payment providers in another form than documented, by the first field that is not as it should be',
    labelNames: ['provider', 'field'],
  })
  return ({ provider, field, status }) => {
    count({ provider, field })
    logger.error({ provider, field, status }, 'an answer of a payment provider could not be read')
  }
}
