import type { Logger } from '@rts/shared/logger'
import { createCounter, createGauges } from '@rts/shared/service/gauge'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { countWaiting } from './polls.sql.ts'
import type { Unreadable } from './providers/provider.ts'

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
