import { createGauges } from '@rts/shared/service/gauge'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { countWaiting } from './figures.sql.ts'

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
