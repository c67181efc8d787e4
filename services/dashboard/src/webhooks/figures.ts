import { createGauges } from '@rts/shared/service/gauge'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { countDeliveries } from './figures.sql.ts'

/** Shows what waits for endpoints of sites. */
export function showDeliveries({ registry, pool, clock }: Pick<ServiceParts, 'registry' | 'pool' | 'clock'>): void {
  createGauges(
    registry,
    {
      dashboard_webhook_deliveries_waiting:
        'Deliveries that wait for an active endpoint, those that it failed included',
      dashboard_webhook_oldest_due_seconds: 'How long the endpoint has been due that nothing is sent to yet',
      dashboard_webhook_endpoints_failing: 'Active endpoints whose last try failed',
    },
    () => countDeliveries(pool, clock.now()),
  )
}
