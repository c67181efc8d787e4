import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { DeliveryStore } from '../data/delivery-store.ts'

type OutboxOperations = 'siteOutbox.list' | 'siteOutbox.retry'

export function outboxHandlers(deliveries: DeliveryStore): Pick<ServiceHandlers<'projects'>, OutboxOperations> {
  return {
    'siteOutbox.list': async () => ({ deliveries: await deliveries.list() }),
    'siteOutbox.retry': async ({ params }) => ({ delivery: await deliveries.retry(params.deliveryId) }),
  }
}
